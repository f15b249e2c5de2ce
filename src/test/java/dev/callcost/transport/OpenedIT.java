package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** What is left behind is named. */
class OpenedIT {

    @Test
    void threadsAndListenersAreNamed() throws Exception {
        Opened opened = new Opened() {};
        Opened other = new Opened() {};
        CountDownLatch end = new CountDownLatch(1);
        Thread daemonOfOurs = waiting(Opened.THREADS + "planted", true, end);
        Thread nonDaemon = waiting("planted-non-daemon", false, end);
        Thread otherDaemon = waiting("planted-daemon-of-a-library", true, end);
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            opened.listening(listener.getLocalSocketAddress());
            assertThatThrownBy(() -> opened.awaitNothingLeft(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("thread " + daemonOfOurs.getName())
                    .hasMessageContaining("thread " + nonDaemon.getName())
                    .hasMessageContaining("listener on ")
                    .hasMessageContaining(":" + listener.getLocalPort())
                    .hasMessageNotContaining(otherDaemon.getName());
        } finally {
            end.countDown();
        }
        for (Thread thread : List.of(daemonOfOurs, nonDaemon, otherDaemon)) {
            thread.join();
        }
        other.close();
    }

    @Test
    void aFailedStepClosesAllPartsAndKeepsItsCause() {
        List<String> closed = new ArrayList<>();
        Opened opened = new Opened() {};
        opened.part(() -> closed.add("server"));
        opened.part(() -> {
            closed.add("client");
            throw new IOException("still busy");
        });
        assertThatThrownBy(() -> opened.step(() -> {
                    throw new IOException("no route");
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("no route")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                        .hasRootCauseMessage("still busy"));
        assertThat(closed).containsExactly("client", "server");
    }

    @Test
    void aListenerOnAnyAddressIsNoLoopback() throws Exception {
        try (ServerSocket wildcard = new ServerSocket(0)) {
            String port = String.format(":%04X", wildcard.getLocalPort());
            assertThat(Proc.listeners())
                    .filteredOn(address -> address.endsWith(port))
                    .hasSize(1)
                    .noneMatch(Proc::isLoopback);
        }
    }

    private static Thread waiting(String name, boolean daemon, CountDownLatch end) {
        Thread thread = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(daemon);
        thread.start();
        return thread;
    }
}
