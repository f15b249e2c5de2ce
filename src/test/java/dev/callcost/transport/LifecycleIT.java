package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
import dev.callcost.service.CallFunction;
import dev.callcost.transport.part.BytePath;
import dev.callcost.transport.part.HandOff;
import dev.callcost.transport.part.RoundTrip;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.MacAddressUtil;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Every cell listens on loopback alone while it is open, and leaves no thread and no listener when it is closed. */
@EnabledOnOs(OS.LINUX)
class LifecycleIT {

    @BeforeAll
    static void noThreadIsInheritedThatMayRunAnywhere() {
        SharedPool.awaitEnd();
    }

    @TestFactory
    Stream<DynamicTest> aGrpcCellComesAndGoes() {
        return cells().distinct().map(cell -> {
            boolean here = cell.transport().hasPort() && cell.server() == ServerHost.SAME_JVM;
            return test(cell, cell::open, GrpcConnection::call, here ? 1 : 0);
        });
    }

    @TestFactory
    Stream<DynamicTest> rmiComesAndGoes() {
        return Stream.concat(
                Arrays.stream(Pinning.values())
                        .map(pinning -> test(
                                pinning,
                                () -> RmiConnection.open(pinning, ServerHost.SAME_JVM),
                                RmiConnection::call,
                                2)),
                Stream.of(test(
                        ServerHost.OWN_JVM,
                        () -> RmiConnection.open(Pinning.ONE_CPU, ServerHost.OWN_JVM),
                        RmiConnection::call,
                        0)));
    }

    @TestFactory
    Stream<DynamicTest> partsComeAndGo() {
        Set<BytePath> withoutPort = Set.of(BytePath.UDS, BytePath.NETTY_UDS);
        return Arrays.stream(Pinning.values())
                .flatMap(pinning -> Stream.concat(
                        Arrays.stream(HandOff.values())
                                .map(it -> test(it + " " + pinning, () -> it.open(pinning), RoundTrip::call, 0)),
                        Arrays.stream(BytePath.values())
                                .map(it -> test(
                                        it + " " + pinning,
                                        () -> it.open(pinning),
                                        RoundTrip::call,
                                        withoutPort.contains(it) ? 0 : 1))));
    }

    private static <C extends AutoCloseable> DynamicTest test(
            Object name, Supplier<C> opening, Call<C> call, int listeners) {
        return DynamicTest.dynamicTest(
                name.toString(),
                () -> OwnThread.call(() -> {
                    comesAndGoes(opening, call, listeners);
                    if (name instanceof GrpcCell cell && cell.pinning() == Pinning.FREE) {
                        SharedPool.awaitEnd();
                    }
                    return null;
                }));
    }

    /** What decides where a server listens. */
    private static Stream<GrpcCell> cells() {
        GrpcCell base = GrpcCell.BASE;
        GrpcCell uds = base.with(Transport.UDS);
        return Stream.of(
                        Arrays.stream(Transport.values()).map(base::with),
                        Arrays.stream(Pinning.values()).map(base::with),
                        Arrays.stream(Security.values()).map(uds::with),
                        Stream.of(base, uds, base.with(Security.TLS_JDK)).map(cell -> cell.with(ServerHost.OWN_JVM)))
                .flatMap(cells -> cells);
    }

    private interface Call<C> {
        int call(C connection, int k, int i);
    }

    private static <C extends AutoCloseable> void comesAndGoes(Supplier<C> opening, Call<C> call, int listeners)
            throws Exception {
        Set<String> before = Proc.listeners();
        C connection;
        try {
            connection = opening.get();
        } catch (UnsupportedOperationException e) {
            assertThat(e)
                    .hasMessageMatching(
                            "virtual threads need JDK 21.*|virtual threads are carried.*|a CPU for each side needs"
                                    + " two.*");
            abort(e.getMessage());
            return;
        }
        try (connection) {
            assertThat(call.call(connection, 35, 3))
                    .isEqualTo(CallFunction.apply(35, 3))
                    .isEqualTo(34);
            Set<String> during = Proc.listeners();
            during.removeAll(before);
            assertThat(during).hasSize(listeners).allMatch(Proc::isLoopback);
        }
        connection.close();
        assertThat(Proc.listeners()).isEqualTo(before);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith(Opened.THREADS));
    }

    /** Netty warns where no interface has a hardware address, unless Transport has set the level of its logger. */
    @Test
    void nettyDoesNotWarnOfAMissingHardwareAddress() {
        assertThat(Transport.values()).isNotEmpty();
        assertThat(InternalLoggerFactory.getInstance(MacAddressUtil.class).isWarnEnabled())
                .isFalse();
    }

    @Test
    void theThreadOnWhichNettyTellsOfTheEndHoldsNoJvmBack() throws Exception {
        OwnThread.call(() -> {
            GrpcCell.BASE.open().close();
            return null;
        });
        assertThat(GlobalEventExecutor.INSTANCE
                        .submit(() -> Thread.currentThread().isDaemon())
                        .get())
                .as("GlobalEventExecutor.threadFactory, seen in netty 4.2.17, has changed: look for it in this"
                        + " version and adapt Transport, or every fork takes a second longer")
                .isTrue();
    }
}
