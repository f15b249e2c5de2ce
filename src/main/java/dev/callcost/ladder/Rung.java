package dev.callcost.ladder;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A rung of the ladder: what it costs to call the one function across one boundary, as mean time of a call. Everything
 * runs on one CPU where the name does not say FREE or TWO_CPUS. Each rung follows the rung below it, which makes a tree
 * with the inlined function at the root. A rung is expected to be no faster than the rung that it is above. No order is
 * expected of other pinnings, whose cost depends on how the machine wakes an idle CPU, nor of what may be better or
 * worse than the rung that it is near. A rung has tier, label, the rung below, benchmark and params, and what it adds.
 */
public enum Rung {
    // spotless:off
    INLINE(Tier.INLINE, "inline", near(null), "InlineCallBenchmark.latency", Map.of(), "the function itself"),
    STATIC_CALL_INLINED(Tier.LOCAL, "static call, inlined", above(INLINE), "LocalCallBenchmark.staticCall", Map.of(), "a method that the JIT inlines"),
    STATIC_CALL(Tier.LOCAL, "static call, not inlined", above(STATIC_CALL_INLINED), "LocalCallBenchmark.staticCallNotInlined", Map.of(), "a call and a return"),
    INTERFACE_CALL(Tier.LOCAL, "interface call, 4 receiver types", above(STATIC_CALL), "LocalCallBenchmark.interfaceCall", Map.of("receiverTypes", "4"), "the look-up of the method"),
    HAND_OFF_PARK(Tier.LOCAL, "hand-off, park", above(INTERFACE_CALL), "HandOffBenchmark.call", Map.of("handOff", "PARK", "pinning", "ONE_CPU"), "another thread, woken and waited for"),
    HAND_OFF_SYNCHRONOUS_QUEUE(Tier.LOCAL, "hand-off, SynchronousQueue", near(HAND_OFF_PARK), "HandOffBenchmark.call", Map.of("handOff", "SYNCHRONOUS_QUEUE", "pinning", "ONE_CPU"), "a queue each way, which yields or spins before it parks"),
    HAND_OFF_EXECUTOR(Tier.LOCAL, "hand-off, executor", above(HAND_OFF_PARK), "HandOffBenchmark.call", Map.of("handOff", "EXECUTOR", "pinning", "ONE_CPU"), "a queue, a task and its future"),
    HAND_OFF_VIRTUAL_THREAD(Tier.LOCAL, "hand-off, virtual thread", above(HAND_OFF_PARK), "HandOffBenchmark.call", Map.of("handOff", "VIRTUAL", "pinning", "ONE_CPU"), "a new virtual thread for each task"),
    UDS_PING_PONG(Tier.LOOPBACK, "UDS ping-pong", above(HAND_OFF_PARK), "PingPongBenchmark.call", Map.of("path", "UDS", "pinning", "ONE_CPU"), "bytes through a Unix domain socket, blocking"),
    TCP_PING_PONG(Tier.LOOPBACK, "TCP ping-pong", above(HAND_OFF_PARK), "PingPongBenchmark.call", Map.of("path", "TCP", "pinning", "ONE_CPU"), "bytes over loopback TCP, blocking"),
    TCP_PING_PONG_SELECTOR(Tier.LOOPBACK, "TCP ping-pong, selector", above(TCP_PING_PONG), "PingPongBenchmark.call", Map.of("path", "TCP_SELECTOR", "pinning", "ONE_CPU"), "a selector before each read"),
    NETTY_UDS_PING_PONG(Tier.LOOPBACK, "netty UDS ping-pong", above(UDS_PING_PONG), "PingPongBenchmark.call", Map.of("path", "NETTY_UDS", "pinning", "ONE_CPU"), "netty: an event loop a side, to hand over to and be woken by"),
    NETTY_EPOLL_PING_PONG(Tier.LOOPBACK, "netty epoll ping-pong", above(TCP_PING_PONG), "PingPongBenchmark.call", Map.of("path", "NETTY_EPOLL", "pinning", "ONE_CPU"), "netty: an event loop a side, to hand over to and be woken by"),
    NETTY_NIO_PING_PONG(Tier.LOOPBACK, "netty NIO ping-pong", above(TCP_PING_PONG_SELECTOR), "PingPongBenchmark.call", Map.of("path", "NETTY_NIO", "pinning", "ONE_CPU"), "netty: an event loop a side, to hand over to and be woken by"),
    NETTY_IO_URING_PING_PONG(Tier.LOOPBACK, "netty io_uring ping-pong", near(NETTY_EPOLL_PING_PONG), "PingPongBenchmark.call", Map.of("path", "NETTY_IO_URING", "pinning", "ONE_CPU"), "io_uring in place of epoll"),
    NETTY_HTTP2_PING_PONG(Tier.LOOPBACK, "netty HTTP/2 ping-pong", above(NETTY_NIO_PING_PONG), "PingPongBenchmark.call", Map.of("path", "NETTY_HTTP2", "pinning", "ONE_CPU"), "HTTP/2: frames and headers, a stream each"),
    IN_PROCESS_DIRECT(Tier.LOOPBACK, "gRPC in-process, direct", above(INTERFACE_CALL), "GrpcDirectBenchmark.unary", Map.of("transport", "IN_PROCESS"), "gRPC's stub, call and listeners, no bytes"),
    IN_PROCESS(Tier.LOOPBACK, "gRPC in-process", above(IN_PROCESS_DIRECT), "GrpcTransportBenchmark.unary", Map.of("transport", "IN_PROCESS"), "the server's executor"),
    RMI(Tier.LOOPBACK, "RMI", above(TCP_PING_PONG), "RmiBenchmark.call", Map.of(), "serialization and RMI's dispatch"),
    /** The base cell with handlers on the server's event loop. */
    BASE_CELL_DIRECT(Tier.LOOPBACK, "gRPC NIO, direct", above(NETTY_HTTP2_PING_PONG), "GrpcDirectBenchmark.unary", Map.of("transport", "NIO"), "gRPC's stub, call and listeners, protobuf"),
    EPOLL_DIRECT(Tier.LOOPBACK, "gRPC epoll, direct", above(IN_PROCESS_DIRECT), "GrpcDirectBenchmark.unary", Map.of("transport", "EPOLL"), "protobuf, HTTP/2, event loops, loopback TCP"),
    UDS(Tier.LOOPBACK, "gRPC UDS", above(IN_PROCESS), "GrpcTransportBenchmark.unary", Map.of("transport", "UDS"), "protobuf, HTTP/2, event loops, a Unix domain socket"),
    EPOLL(Tier.LOOPBACK, "gRPC epoll", above(IN_PROCESS), "GrpcTransportBenchmark.unary", Map.of("transport", "EPOLL"), "protobuf, HTTP/2 framing, event loops, loopback TCP"),
    IO_URING(Tier.LOOPBACK, "gRPC io_uring", near(EPOLL), "GrpcTransportBenchmark.unary", Map.of("transport", "IO_URING"), "io_uring in place of epoll"),
    /** What plain grpc-netty gives everywhere. */
    BASE_CELL(Tier.LOOPBACK, "gRPC NIO", above(EPOLL), "GrpcTransportBenchmark.unary", Map.of("transport", "NIO"), "the JDK's selector in place of epoll"),
    FUTURE(Tier.LOOPBACK, "gRPC NIO, future", above(BASE_CELL), "GrpcStubBenchmark.call", Map.of("stub", "FUTURE"), "callbacks on the channel's executor, the caller woken"),
    STREAM(Tier.LOOPBACK, "gRPC NIO, stream", near(BASE_CELL), "GrpcStubBenchmark.call", Map.of("stub", "STREAM"), "one stream for all calls in place of one each"),
    TLS_JDK(Tier.LOOPBACK, "gRPC NIO, TLS of the JDK", above(BASE_CELL), "GrpcSecurityBenchmark.unary", Map.of("security", "TLS_JDK", "transport", "NIO"), "encryption of each record"),
    TLS_BORINGSSL(Tier.LOOPBACK, "gRPC NIO, TLS of BoringSSL", above(BASE_CELL), "GrpcSecurityBenchmark.unary", Map.of("security", "TLS_BORINGSSL", "transport", "NIO"), "encryption of each record"),
    RMI_TWO_CPUS(Tier.LOOPBACK, "RMI, TWO_CPUS", near(RMI), "RmiPinningBenchmark.call", Map.of("pinning", "TWO_CPUS"), "a CPU for each side, wake-ups across CPUs"),
    RMI_FREE(Tier.LOOPBACK, "RMI, FREE", near(RMI), "RmiPinningBenchmark.call", Map.of("pinning", "FREE"), "threads on any CPU, wake-ups across CPUs"),
    TWO_CPUS(Tier.LOOPBACK, "gRPC NIO, TWO_CPUS", near(BASE_CELL), "GrpcPinningBenchmark.unary", Map.of("pinning", "TWO_CPUS"), "a CPU for each side, wake-ups across CPUs"),
    FREE(Tier.LOOPBACK, "gRPC NIO, FREE", near(BASE_CELL), "GrpcPinningBenchmark.unary", Map.of("pinning", "FREE"), "threads on any CPU, wake-ups across CPUs");
    // spotless:on

    /** Where the boundary lies that a call crosses. */
    public enum Tier {
        INLINE,
        LOCAL,
        LOOPBACK
    }

    /** The rung below, null for the root, and whether it is expected to be no slower. */
    record Below(Rung rung, boolean isOrdered) {}

    private static final String MODE = "avgt";

    private final Tier tier;
    private final String label;
    final Below below;
    private final String benchmark;
    private final Map<String, String> params;
    private final String adds;

    Rung(Tier tier, String label, Below below, String benchmark, Map<String, String> params, String adds) {
        this.tier = tier;
        this.label = label;
        this.below = below;
        this.benchmark = benchmark;
        this.params = params;
        this.adds = adds;
    }

    private static Below above(Rung rung) {
        return new Below(rung, true);
    }

    private static Below near(Rung rung) {
        return new Below(rung, false);
    }

    public Tier tier() {
        return tier;
    }

    /** Its name in reports. */
    public String label() {
        return this == BASE_CELL ? label + " (base cell)" : label;
    }

    /** The same without a remark, for sentences and pictures. */
    public String plainLabel() {
        return label;
    }

    /** The simple name of the class and method that measure it. */
    public String benchmark() {
        return benchmark;
    }

    /** The params that its row must have; others are free. */
    public Map<String, String> params() {
        return params;
    }

    public String adds() {
        return adds;
    }

    /** Whether a row measures it, under this benchmark's name or another one's with the same cell. */
    boolean isMeasuredBy(Row row) {
        return row.mode().equals(MODE) && row.nanos().isPresent() && (isNamedBy(row.key()) || hasCellOf(row.key()));
    }

    /** Whether a row of any benchmark has its cell and its mode. */
    public boolean hasCellOf(RowKey row) {
        return Cell.of(row).equals(Cell.of(benchmark, MODE, params));
    }

    boolean isNamedBy(RowKey row) {
        return row.simpleName().equals(benchmark) && row.params().entrySet().containsAll(params.entrySet());
    }

    /** The place of the rung that has this row, from 0; {@code Integer.MAX_VALUE} if none has. */
    public static int place(RowKey row) {
        return Stream.of(values())
                .filter(rung -> row.mode().equals(MODE) && (rung.isNamedBy(row) || rung.hasCellOf(row)))
                .findFirst()
                .map(Enum::ordinal)
                .orElse(Integer.MAX_VALUE);
    }
}
