package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkHostsTest {
    @TempDir
    Path directory;

    /** On Ctrl-C every child process is killed, one that is just starting too. */
    @Test
    void aProcessThatIsKilledWhileItStartsIsNoFailure() {
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            assertThat(hosts.follow(new OneFork(hosts::startNoMore))).isFalse();
        }
    }

    @Test
    void aProcessThatCannotStartIsAFailure() {
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            OneFork plan = new OneFork(() -> {});
            assertThatThrownBy(() -> hosts.follow(plan))
                    .isInstanceOf(CommandException.class)
                    .hasMessageStartingWith("a fork cannot be started: ");
        }
    }

    @Test
    void twoForksThatWaitForEachOtherEndWhenTheyRunAtOnce() {
        List<String> begun = new ArrayList<>();
        List<ForkOutcome> outcomes = new ArrayList<>();
        ForkPlan<String> plan = new AtOnce() {
            @Override
            public void begins(String row) {
                begun.add(row);
            }

            @Override
            public List<ForkPlan.Command> forks(String row) {
                // notes that it has begun, and ends when the one before or after it has
                String other = row.equals("a") ? "b" : row.equals("b") ? "a" : row;
                String script =
                        "head -c 1 > /dev/null; touch %s; until [ -e %s ]; do sleep 0.02; done; printf '\\0ended\\n'; cat";
                return List.of(new Hosted(temporary ->
                        List.of("sh", "-c", "cd " + directory + "; " + String.format(script, row, other))));
            }

            @Override
            public void ended(String row, List<ForkOutcome> ofRow) {
                outcomes.addAll(ofRow);
            }
        };
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            assertThat(hosts.follow(plan)).isTrue();
        }
        assertThat(begun).containsExactly("a", "b", "c");
        assertThat(outcomes)
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.message()).startsWith("it gave no result"));
        assertThat(directory).isDirectoryNotContaining("glob:**host*");
    }

    @Test
    void ofForksAtOnceNoneStartsAfterTheEnd() {
        List<String> begun = new ArrayList<>();
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            ForkPlan<String> plan = new AtOnce() {
                @Override
                public void begins(String row) {
                    begun.add(row);
                    hosts.startNoMore();
                }
            };
            assertThat(hosts.follow(plan)).isFalse();
        }
        assertThat(begun).hasSizeBetween(1, 2);
    }

    @Test
    void aProcessThatCannotStartEndsAllForksAtOnce() {
        try (ForkHosts hosts = new ForkHosts(directory, Optional.empty())) {
            assertThatThrownBy(() -> hosts.follow(new AtOnce()))
                    .isInstanceOf(CommandException.class)
                    .hasMessageStartingWith("a fork cannot be started: ");
        }
    }

    /** One round of three rows, two at once, whose programs do not exist. */
    private static class AtOnce implements ForkPlan<String> {
        private boolean isOver;

        @Override
        public List<String> nextRound() {
            List<String> round = isOver ? List.of() : List.of("a", "b", "c");
            isOver = true;
            return round;
        }

        @Override
        public int atOnce() {
            return 2;
        }

        @Override
        public void begins(String row) {}

        @Override
        public List<ForkPlan.Command> forks(String row) {
            return List.of(new Hosted(temporary ->
                    List.of(temporary.resolve("no-such-program-" + row).toString())));
        }

        @Override
        public void ended(String row, List<ForkOutcome> outcomes) {
            throw new AssertionError("no fork ran");
        }
    }

    /** A fork by the command line of its host. */
    private record Hosted(Function<Path, List<String>> command) implements ForkPlan.Command {
        @Override
        public List<String> host(Path temporary) {
            return command.apply(temporary);
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

    /** A fork whose program does not exist. */
    private record OneFork(Runnable beforeTheStart) implements ForkPlan<String> {
        @Override
        public List<String> nextRound() {
            return List.of("row");
        }

        @Override
        public void begins(String row) {}

        @Override
        public List<ForkPlan.Command> forks(String row) {
            return List.of(new Hosted(temporary -> {
                beforeTheStart.run();
                return List.of(temporary.resolve("no-such-program").toString());
            }));
        }

        @Override
        public void ended(String row, List<ForkOutcome> outcomes) {
            throw new AssertionError("no fork ran");
        }
    }
}
