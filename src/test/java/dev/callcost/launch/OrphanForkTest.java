package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OrphanForkTest {
    private static final String NAME = "-Dcallcost.record=an-orphan-of-this-test";

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void isWaitedForUntilItEnds() throws Exception {
        Process orphan = new ProcessBuilder("sh", "-c", "read line", NAME).start();
        try {
            List<Long> told = new ArrayList<>();
            ForkGuard.awaitOrphan(NAME, pid -> {
                told.add(pid);
                letEnd(orphan);
            });
            assertThat(told).containsExactly(orphan.pid());
            assertThat(orphan.isAlive()).isFalse();
        } finally {
            orphan.destroyForcibly();
        }
    }

    private static void letEnd(Process orphan) {
        try {
            orphan.outputWriter().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nobodyWaitsForNothing() {
        ForkGuard.awaitOrphan("-Dcallcost.record=never-started", pid -> {
            throw new AssertionError("waits for process " + pid);
        });
    }
}
