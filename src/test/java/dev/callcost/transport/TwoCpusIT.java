package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.OwnThread;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With a CPU a side, each thread keeps to that of the side for which it works, as Linux sees it. */
@EnabledOnOs(OS.LINUX)
class TwoCpusIT {
    private static final GrpcCell CELL = GrpcCell.BASE.with(Pinning.TWO_CPUS);
    private static final String SERVERS = Opened.THREADS + "server";
    private static final String CLIENTS = Opened.THREADS + "client";
    private static final int CALLS = 50;

    @BeforeEach
    void aCpuForEachSide() throws Exception {
        Assumptions.assumeTrue(Proc.allowed().cardinality() > 1);
    }

    @TestFactory
    Stream<DynamicTest> eachThreadOfAGrpcCellKeepsToItsSide() {
        return Arrays.stream(Transport.values())
                .flatMap(transport -> Arrays.stream(CallExecutor.values())
                        .filter(executor -> executor != CallExecutor.VIRTUAL)
                        .filter(executor -> executor != CallExecutor.DIRECT || transport != Transport.IN_PROCESS)
                        .flatMap(executor -> Stream.of(
                                CELL.with(transport).withServer(executor),
                                CELL.with(transport).withServer(executor).withClient(executor))))
                .map(cell -> test(cell.toString(), () -> {
                    try (GrpcConnection<?> connection = cell.open()) {
                        for (int n = 0; n < CALLS; n++) {
                            assertThat(connection.call(35, 11)).isEqualTo(42);
                        }
                        assertThat(connection.facts())
                                .containsEntry("cpu", cpu(ConnectionSide.CLIENT))
                                .containsEntry("serverCpu", cpu(ConnectionSide.SERVER));
                        long self = ProcessHandle.current().pid();
                        assertThat(Proc.cpusOf(self, SERVERS)).containsExactly(cpu(ConnectionSide.SERVER));
                        assertThat(Proc.cpusOf(self, CLIENTS)).isSubsetOf(cpu(ConnectionSide.CLIENT));
                        assertThat(Proc.currentCpus()).isEqualTo(cpu(ConnectionSide.CLIENT));
                    }
                    return null;
                }));
    }

    @Test
    void rmiAcceptsAndAnswersOnTheServersCpu() throws Exception {
        OwnThread.call(() -> {
            try (RmiConnection connection = RmiConnection.open(Pinning.TWO_CPUS, ServerHost.SAME_JVM)) {
                assertThat(connection.call(35, 11)).isEqualTo(42);
                assertThat(connection.facts())
                        .containsEntry("cpu", cpu(ConnectionSide.CLIENT))
                        .containsEntry("serverCpu", cpu(ConnectionSide.SERVER))
                        .containsEntry("remote", "loopback TCP");
                long self = ProcessHandle.current().pid();
                assertThat(Proc.cpusOf(self, "RMI TCP Accept-")).containsExactly(cpu(ConnectionSide.SERVER));
                assertThat(Proc.cpusOf(self, "RMI TCP Connect")).contains(cpu(ConnectionSide.SERVER));
                assertThat(Proc.currentCpus()).isEqualTo(cpu(ConnectionSide.CLIENT));
            }
            return null;
        });
    }

    @TestFactory
    Stream<DynamicTest> whatMixesTheSidesIsRefused() {
        GrpcCell inProcess = CELL.with(Transport.IN_PROCESS);
        return Map.of(
                        inProcess.withServer(CallExecutor.DIRECT), "in-process gRPC with a direct executor",
                        inProcess.withClient(CallExecutor.DIRECT), "in-process gRPC with a direct executor",
                        CELL.withServer(CallExecutor.VIRTUAL),
                                "virtual threads are carried by threads of the whole JVM")
                .entrySet()
                .stream()
                .map(refused -> test(refused.getKey().toString(), () -> {
                    assertThatThrownBy(refused.getKey()::open)
                            .isInstanceOf(UnsupportedOperationException.class)
                            .hasMessageStartingWith(refused.getValue());
                    return null;
                }));
    }

    private static String cpu(ConnectionSide side) {
        return Pinning.TWO_CPUS.cpu(side);
    }

    private static DynamicTest test(String name, Callable<Void> test) {
        return DynamicTest.dynamicTest(name, () -> OwnThread.call(test));
    }
}
