package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

    /** A fork whose program does not exist. */
    private record OneFork(Runnable beforeTheStart) implements Plan<String> {
        @Override
        public List<String> nextRound() {
            return List.of("row");
        }

        @Override
        public void begins(String row) {}

        @Override
        public List<Plan.Command> forks(String row) {
            return List.of(new Plan.Command() {
                @Override
                public List<String> host(Path temporary) {
                    beforeTheStart.run();
                    return List.of(temporary.resolve("no-such-program").toString());
                }

                @Override
                public Path result(HostPlace place) {
                    return place.json();
                }

                @Override
                public List<String> options(HostPlace place) {
                    return List.of();
                }
            });
        }

        @Override
        public void ended(String row, List<ForkOutcome> outcomes) {
            throw new AssertionError("no fork ran");
        }
    }
}
