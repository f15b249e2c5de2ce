package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.OwnThread;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A server in a child process. */
class OwnJvmIT {

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    @Test
    void itIsAnotherProcessAndEndsWithTheConnection() throws Exception {
        Set<ProcessHandle> before = children();
        OwnThread.call(() -> {
            try (GrpcConnection<?> connection =
                    GrpcCell.BASE.with(ServerHost.OWN_JVM).open()) {
                assertThat(connection.call(35, 11)).isEqualTo(42);
                assertThat(connection.facts()).containsEntry("server", "OWN_JVM");
                assertThat(children()).hasSize(before.size() + 1);
            }
            return null;
        });
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void soIsAnRmiServer() throws Exception {
        Set<ProcessHandle> before = children();
        OwnThread.call(() -> {
            try (RmiConnection connection = RmiConnection.open(Pinning.TWO_CPUS, ServerHost.OWN_JVM)) {
                assertThat(connection.call(35, 11)).isEqualTo(42);
                assertThat(connection.facts())
                        .containsEntry("server", "OWN_JVM")
                        .containsKey("serverCpu");
                assertThat(children()).hasSize(before.size() + 1);
            }
            return null;
        });
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void itEndsWhenItsStandardInputDoes() {
        for (ChildJvm child :
                List.of(ServerHost.start(GrpcCell.BASE), ChildJvm.start(RmiServer.class, Pinning.FREE.name()))) {
            child.close();
            child.join();
        }
    }

    @Test
    void inProcessHasNone() {
        assertThatThrownBy(() -> GrpcCell.BASE
                        .with(Transport.IN_PROCESS)
                        .with(ServerHost.OWN_JVM)
                        .open())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("in-process gRPC has no server in a JVM of its own");
    }

    @Test
    void aChildThatEndsWithoutAWordIsNamed() {
        assertThatThrownBy(() -> {
                    try (ChildJvm child = ChildJvm.start(Speechless.class)) {
                        child.readLine();
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the child JVM ended without a word");
    }

    static final class Speechless {
        public static void main(String... arguments) {
            // has nothing to say
        }
    }

    @Test
    void aCellThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ServerHost.main("NO_SUCH_FORMAT")).isInstanceOf(IllegalArgumentException.class);
    }
}
