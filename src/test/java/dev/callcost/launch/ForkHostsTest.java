package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkHostsTest {
    @TempDir
    Path directory;

    /** One round of three rows, two of which have forks at a time; their programs do not exist. */
    private class Plan implements ForkPlan<String> {
        private final List<String> begun = new ArrayList<>();
        private final List<ForkOutcome> outcomes = new ArrayList<>();

        @Override
        public List<String> nextRound() {
            return begun.isEmpty() ? List.of("a", "b", "c") : List.of();
        }

        @Override
        public int atOnce() {
            return 2;
        }

        @Override
        public void begins(String row) {
            begun.add(row);
        }

        @Override
        public List<ForkPlan.Command> forks(String row) {
            return List.of(new Hosted(
                    List.of(directory.resolve("no-such-program-" + row).toString())));
        }

        @Override
        public void ended(String row, List<ForkOutcome> ofRow) {
            outcomes.addAll(ofRow);
        }
    }

    /** A fork by the command line of its host. */
    private record Hosted(List<String> command) implements ForkPlan.Command {
        @Override
        public List<String> host(Path temporary) {
            return command;
        }

        @Override
        public Path result(HostFolder place) {
            return place.json();
        }

        @Override
        public List<String> options(HostFolder place) {
            return List.of();
        }
    }

    @Test
    void twoForksThatWaitForEachOtherEndWhenTheyRunAtOnce() {
        Plan plan = new Plan() {
            @Override
            public List<ForkPlan.Command> forks(String row) {
                // notes that it has begun, and ends when the one before or after it has
                String other = row.equals("a") ? "b" : row.equals("b") ? "a" : row;
                String script =
                        "head -c 1 > /dev/null; touch %s; until [ -e %s ]; do sleep 0.02; done; printf '\\0ended\\n'; cat";
                return List.of(
                        new Hosted(List.of("sh", "-c", "cd " + directory + "; " + String.format(script, row, other))));
            }
        };
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            assertThat(hosts.follow(plan)).isTrue();
        }
        assertThat(plan.begun).containsExactly("a", "b", "c");
        assertThat(plan.outcomes)
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.message()).startsWith("it gave no result"));
        assertThat(directory).isDirectoryNotContaining("glob:**host*");
    }

    @Test
    void aProcessThatCannotStartEndsAllForks() {
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            assertThatThrownBy(() -> hosts.follow(new Plan()))
                    .isInstanceOf(CommandException.class)
                    .hasMessageStartingWith("a fork cannot be started: ");
        }
    }

    @Test
    void whereAJvmTakesArgumentsFromIsNoReasonOfAFailure() {
        Plan plan = new Plan() {
            @Override
            public int atOnce() {
                return 1;
            }

            @Override
            public List<ForkPlan.Command> forks(String row) {
                String script = "head -c 1 > /dev/null; echo 'Picked up JAVA_TOOL_OPTIONS: -Dx=a.b.SomeException';"
                        + " echo 'NOTE: Picked up JDK_JAVA_OPTIONS: -Xss1m'; echo Conflicting options; exit 3";
                return List.of(new Hosted(List.of("sh", "-c", script)));
            }
        };
        List<String> printed = new ArrayList<>();
        try (ForkHosts hosts = new ForkHosts(directory, Optional.of(printed::add))) {
            hosts.follow(plan);
        }
        assertThat(plan.outcomes)
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.message()).isEqualTo("exit code 3, Conflicting options"));
        assertThat(printed).contains("Conflicting options").noneMatch(line -> line.contains("Picked up"));
    }

    /** On Ctrl-C every child process is killed, one that is just starting too. */
    @Test
    void afterTheEndNoneStartsAndOneThatIsKilledWhileItStartsIsNoFailure() {
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            Plan plan = new Plan() {
                @Override
                public void begins(String row) {
                    super.begins(row);
                    hosts.startNoMore();
                }
            };
            assertThat(hosts.follow(plan)).isFalse();
            assertThat(plan.begun).hasSizeBetween(1, 2);
            assertThat(plan.outcomes).isEmpty();
        }
    }
}
