package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.OwnThread;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server in a child process. */
class OwnJvmIT {
    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    /** Opens a connection whose server is in one more process, and closes it. */
    private static <C extends Opened> void comesAndGoes(Supplier<C> opening, Use<C> use) throws Exception {
        Set<ProcessHandle> before = children();
        OwnThread.call(() -> {
            try (C connection = opening.get()) {
                Set<ProcessHandle> more = children();
                more.removeAll(before);
                assertThat(more).hasSize(1);
                use.of(connection, more.iterator().next().pid());
            }
            return null;
        });
        assertThat(children()).isEqualTo(before);
    }

    private interface Use<C> {
        void of(C connection, long server) throws Exception;
    }

    @Test
    void itIsAnotherProcessAndEndsWithTheConnection() throws Exception {
        comesAndGoes(GrpcCell.BASE.with(ServerHost.OWN_JVM)::open, (connection, server) -> {
            assertThat(connection.call(35, 11)).isEqualTo(42);
            assertThat(connection.facts()).containsEntry("server", "OWN_JVM");
        });
        comesAndGoes(() -> RmiConnection.open(Pinning.TWO_CPUS, ServerHost.OWN_JVM), (connection, server) -> {
            assertThat(connection.call(35, 11)).isEqualTo(42);
            assertThat(connection.facts()).containsEntry("server", "OWN_JVM").containsKey("serverCpu");
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void withTwoCpusItsCallsKeepToTheServersAndItsCompilersAreFree() throws Exception {
        Assumptions.assumeTrue(Proc.allowed().cardinality() > 1);
        comesAndGoes(GrpcCell.BASE.with(Pinning.TWO_CPUS).with(ServerHost.OWN_JVM)::open, (connection, server) -> {
            assertThat(connection.call(35, 11)).isEqualTo(42);
            assertThat(Proc.cpusOf(server, Opened.THREADS + "server"))
                    .containsExactly(Pinning.TWO_CPUS.cpu(ConnectionSide.SERVER));
            assertThat(Proc.cpusOf(server, "C1 CompilerThre"))
                    .isNotEmpty()
                    .isEqualTo(Proc.cpusOf(ProcessHandle.current().pid(), "C1 CompilerThre"));
        });
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
        public static void main(String... arguments) {}
    }
}
