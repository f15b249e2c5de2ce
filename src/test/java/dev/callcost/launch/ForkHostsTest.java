package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.CommandException;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
        public List<ForkPlan.ForkCommand> forks(String row) {
            return List.of(new Hosted(
                    List.of(directory.resolve("no-such-program-" + row).toString())));
        }

        @Override
        public void ended(String row, List<ForkOutcome> ofRow) {
            outcomes.addAll(ofRow);
        }
    }

    /** A fork by the command line of its host. */
    private record Hosted(List<String> command) implements ForkPlan.ForkCommand {
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
            public List<ForkPlan.ForkCommand> forks(String row) {
                // notes that it has begun, and ends when the one before or after it has
                String other = row.equals("a") ? "b" : row.equals("b") ? "a" : row;
                String script = "head -c 1 > /dev/null; touch %s; until [ -e %s ]; do sleep 0.02; done; printf"
                        + " '\\0ended\\n'; cat";
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

    /** Rows by their names: a digit for the CPUs that the forks get, of two. */
    private class Shared extends Plan {
        private final List<String> running = new ArrayList<>();
        private final List<String> seen = new ArrayList<>();
        private final Deque<List<String>> rounds;

        Shared(List<List<String>> rounds) {
            this.rounds = new ArrayDeque<>(rounds);
        }

        @Override
        public List<String> nextRound() {
            return rounds.isEmpty() ? List.of() : rounds.remove();
        }

        @Override
        public List<Integer> cpus() {
            return List.of(0, 1);
        }

        @Override
        public int cpus(String row) {
            return row.charAt(0) - '0';
        }

        @Override
        public void begins(String row) {
            running.add(row);
            seen.add(String.join("+", running));
        }

        @Override
        public List<ForkPlan.ForkCommand> forks(String row) {
            // the first row ends when another has begun beside it
            String until = row.equals("1a") ? "1b" : row;
            String script = "cd %s; head -c 1 > /dev/null; touch %s; until [ -e %s ]; do sleep 0.02; done;"
                    + " printf '\\0ended\\n'; cat";
            return List.of(new Hosted(List.of("sh", "-c", String.format(script, directory, row, until))));
        }

        @Override
        public void ended(String row, List<ForkOutcome> ofRow) {
            running.remove(row);
            super.ended(row, ofRow);
        }
    }

    private List<String> seen(List<List<String>> rounds) {
        Shared plan = new Shared(rounds);
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            assertThat(hosts.follow(plan)).isTrue();
        }
        assertThat(plan.running).isEmpty();
        return plan.seen;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aRowThatNeedsAllCpusRunsAloneAfterThoseThatNeedFew() {
        assertThat(seen(List.of(List.of("1a", "2c", "1b", "1d", "2e"))))
                .hasSize(5)
                .startsWith("1a", "1a+1b")
                .contains("2c", "2e");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theNextRoundBeginsWhileTheLastRowsOfARoundRun() {
        assertThat(seen(List.of(List.of("1a"), List.of("1b"), List.of("2c")))).containsExactly("1a", "1a+1b", "2c");
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
            public List<ForkPlan.ForkCommand> forks(String row) {
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

    /** Ctrl-C may come between two plans. */
    @Test
    void aProcessThatIsEndingStartsNoFork() throws Exception {
        Ended ended = Program.java(
                Path.of("."), List.of("-cp", System.getProperty("java.class.path"), EndingMain.class.getName()));
        assertThat(ended.out()).as(ended.err()).isEqualTo("false []\n");
    }

    /** Follows a plan while its JVM shuts down. */
    static final class EndingMain {
        private EndingMain() {}

        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                ForkHostsTest test = new ForkHostsTest();
                test.directory = Path.of(".");
                Plan plan = test.new Plan();
                try (ForkHosts hosts = new ForkHosts(Path.of("."), Optional.empty())) {
                    System.out.println(hosts.follow(plan) + " " + plan.outcomes);
                }
            }));
        }
    }
}
