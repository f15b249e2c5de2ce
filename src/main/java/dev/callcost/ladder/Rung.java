package dev.callcost.ladder;

import dev.callcost.data.Row;
import java.util.List;
import java.util.Map;

/**
 * A rung of the ladder as declared: what it costs to call the one function across one boundary, as mean time of a
 * call, everything on one CPU where the name does not say FREE or TWO_CPUS. Each rung names the rung below it, which makes a tree
 * with the inlined function at the root.
 *
 * @param name its name in the tables
 * @param tier where the boundary lies
 * @param benchmark simple name of the class and method that measure it
 * @param params the params that its row must have; others are free
 * @param below the name of the rung below, empty for the root
 * @param adds what it adds to the rung below
 * @param ordered whether it is expected to be no faster than the rung below
 */
public record Rung(
        String name,
        Tier tier,
        String benchmark,
        Map<String, String> params,
        String below,
        String adds,
        boolean ordered) {

    /** Where the boundary lies that a call crosses. */
    public enum Tier {
        INLINE,
        LOCAL,
        LOOPBACK
    }

    /** The root of the ladder. */
    public static final String INLINE = "inline";
    /** The base cell of the loopback tier: what plain grpc-netty gives everywhere. */
    public static final String BASE_CELL = "gRPC NIO (base cell)";
    /** The base cell with handlers on the server's event loop. */
    public static final String BASE_CELL_DIRECT = "gRPC NIO, direct";
    /** The base cell over netty's epoll. */
    public static final String EPOLL = "gRPC epoll";
    /** The same with handlers on the server's event loop. */
    public static final String EPOLL_DIRECT = "gRPC epoll, direct";
    /** RMI on one CPU. */
    public static final String RMI = "RMI";
    /** RMI with threads on any CPU. */
    public static final String RMI_FREE = "RMI, FREE";
    /** The base cell with threads on any CPU. */
    public static final String GRPC_FREE = "gRPC NIO, FREE";

    private static final String MODE = "avgt";
    private static final String ONE_CPU = "ONE_CPU";

    private static final String STATIC = "static call, inlined";
    private static final String STATIC_NOT_INLINED = "static call, not inlined";
    private static final String INTERFACE = "interface call, 4 receiver types";
    private static final String PARK = "hand-off, park";
    private static final String UDS = "UDS ping-pong";
    private static final String TCP = "TCP ping-pong";
    private static final String TCP_SELECTOR = "TCP ping-pong, selector";
    private static final String NETTY_EPOLL = "netty epoll ping-pong";
    private static final String NETTY_NIO = "netty NIO ping-pong";
    private static final String NETTY_HTTP2 = "netty HTTP/2 ping-pong";
    private static final String IN_PROCESS_DIRECT = "gRPC in-process, direct";
    private static final String IN_PROCESS = "gRPC in-process";

    private static final String NETTY = "netty: an event loop a side, to hand over to and be woken by";
    private static final String TWO_CPUS = "a CPU for each side, wake-ups across CPUs";
    private static final String ANY_CPU = "threads on any CPU, wake-ups across CPUs";

    /**
     * The declaration, each rung after the one below it. No order is expected of other pinnings: what they cost hangs on how the
     * machine wakes an idle CPU; nor of what may take the place of the rung below for better or worse.
     */
    public static final List<Rung> ALL = List.of(
            new Rung(INLINE, Tier.INLINE, "InlineCallBenchmark.latency", Map.of(), "", "the function itself", false),
            local(STATIC, "staticCall", Map.of(), INLINE, "a method that the JIT inlines"),
            local(STATIC_NOT_INLINED, "staticCallNotInlined", Map.of(), STATIC, "a call and a return"),
            local(
                    INTERFACE,
                    "interfaceCall",
                    Map.of("receiverTypes", "4"),
                    STATIC_NOT_INLINED,
                    "the look-up of the method"),
            handOff(PARK, "PARK", INTERFACE, "another thread, woken and waited for"),
            instead(handOff(
                    "hand-off, SynchronousQueue",
                    "SYNCHRONOUS_QUEUE",
                    PARK,
                    "a queue each way, which yields or spins before it parks")),
            handOff("hand-off, executor", "EXECUTOR", PARK, "a queue, a task and its future"),
            handOff("hand-off, virtual thread", "VIRTUAL", PARK, "a new virtual thread for each task"),
            pingPong(UDS, "UDS", PARK, "bytes through a Unix domain socket, blocking"),
            pingPong(TCP, "TCP", PARK, "bytes over loopback TCP, blocking"),
            pingPong(TCP_SELECTOR, "TCP_SELECTOR", TCP, "a selector before each read"),
            pingPong("netty UDS ping-pong", "NETTY_UDS", UDS, NETTY),
            pingPong(NETTY_EPOLL, "NETTY_EPOLL", TCP, NETTY),
            pingPong(NETTY_NIO, "NETTY_NIO", TCP_SELECTOR, NETTY),
            instead(pingPong("netty io_uring ping-pong", "NETTY_IO_URING", NETTY_EPOLL, "io_uring in place of epoll")),
            pingPong(NETTY_HTTP2, "NETTY_HTTP2", NETTY_NIO, "HTTP/2: frames and headers, a stream each"),
            direct(IN_PROCESS_DIRECT, "IN_PROCESS", INTERFACE, "gRPC's stub, call and listeners, no bytes"),
            transport(IN_PROCESS, "IN_PROCESS", IN_PROCESS_DIRECT, "the server's executor"),
            loopback(RMI, "RmiBenchmark.call", Map.of(), TCP, "serialization and RMI's dispatch"),
            direct(BASE_CELL_DIRECT, "NIO", NETTY_HTTP2, "gRPC's stub, call and listeners, protobuf"),
            direct(EPOLL_DIRECT, "EPOLL", IN_PROCESS_DIRECT, "protobuf, HTTP/2, event loops, loopback TCP"),
            transport("gRPC UDS", "UDS", IN_PROCESS, "protobuf, HTTP/2, event loops, a Unix domain socket"),
            transport(EPOLL, "EPOLL", IN_PROCESS, "protobuf, HTTP/2 framing, event loops, loopback TCP"),
            instead(transport("gRPC io_uring", "IO_URING", EPOLL, "io_uring in place of epoll")),
            transport(BASE_CELL, "NIO", EPOLL, "the JDK's selector in place of epoll"),
            stub("gRPC NIO, future", "FUTURE", BASE_CELL, "callbacks on the channel's executor, the caller woken"),
            instead(stub("gRPC NIO, stream", "STREAM", BASE_CELL, "one stream for all calls in place of one each")),
            tls("gRPC NIO, TLS of the JDK", "TLS_JDK"),
            tls("gRPC NIO, TLS of BoringSSL", "TLS_BORINGSSL"),
            pinning("RMI, TWO_CPUS", "RmiPinningBenchmark.call", "TWO_CPUS", RMI, TWO_CPUS),
            pinning(RMI_FREE, "RmiPinningBenchmark.call", "FREE", RMI, ANY_CPU),
            pinning("gRPC NIO, TWO_CPUS", "GrpcPinningBenchmark.unary", "TWO_CPUS", BASE_CELL, TWO_CPUS),
            pinning(GRPC_FREE, "GrpcPinningBenchmark.unary", "FREE", BASE_CELL, ANY_CPU));

    /** Whether a row measures it, under this benchmark's name or that of another one of the same cell. */
    boolean isMeasuredBy(Row row) {
        return row.mode().equals(MODE)
                && row.nanos().isPresent()
                && (isNamedBy(row) || Cell.of(row.key()).equals(Cell.of(benchmark, MODE, params)));
    }

    /** Whether a row has its benchmark and params. */
    boolean isNamedBy(Row row) {
        return row.simpleName().equals(benchmark) && row.params().entrySet().containsAll(params.entrySet());
    }

    private static Rung local(String name, String method, Map<String, String> params, String below, String adds) {
        return new Rung(name, Tier.LOCAL, "LocalCallBenchmark." + method, params, below, adds, true);
    }

    private static Rung handOff(String name, String handOff, String below, String adds) {
        Map<String, String> params = Map.of("handOff", handOff, "pinning", ONE_CPU);
        return new Rung(name, Tier.LOCAL, "HandOffBenchmark.call", params, below, adds, true);
    }

    private static Rung pingPong(String name, String path, String below, String adds) {
        return loopback(name, "PingPongBenchmark.call", Map.of("path", path, "pinning", ONE_CPU), below, adds);
    }

    private static Rung direct(String name, String transport, String below, String adds) {
        return loopback(name, "GrpcDirectBenchmark.unary", Map.of("transport", transport), below, adds);
    }

    private static Rung transport(String name, String transport, String below, String adds) {
        return loopback(name, "GrpcTransportBenchmark.unary", Map.of("transport", transport), below, adds);
    }

    private static Rung stub(String name, String stub, String below, String adds) {
        return loopback(name, "GrpcStubBenchmark.call", Map.of("stub", stub), below, adds);
    }

    private static Rung tls(String name, String security) {
        Map<String, String> params = Map.of("security", security, "transport", "NIO");
        return loopback(name, "GrpcSecurityBenchmark.unary", params, BASE_CELL, "encryption of each record");
    }

    private static Rung pinning(String name, String benchmark, String pinning, String below, String adds) {
        return instead(loopback(name, benchmark, Map.of("pinning", pinning), below, adds));
    }

    private static Rung loopback(String name, String benchmark, Map<String, String> params, String below, String adds) {
        return new Rung(name, Tier.LOOPBACK, benchmark, params, below, adds, true);
    }

    /** The rung without an order that is expected of it. */
    private static Rung instead(Rung rung) {
        return new Rung(rung.name, rung.tier, rung.benchmark, rung.params, rung.below, rung.adds, false);
    }
}
