package dev.callcost.run.ladder;

import dev.callcost.results.Row;
import java.util.List;
import java.util.Map;

/**
 * A rung of the ladder as declared: what it costs to call the one function across one boundary, as mean time of a
 * call, everything on one CPU where the name does not say FREE. Each rung names the rung below it, which makes a tree
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
    /** RMI on one CPU. */
    public static final String RMI = "RMI";
    /** RMI with threads on any CPU. */
    public static final String RMI_FREE = "RMI, FREE";
    /** The base cell with threads on any CPU. */
    public static final String GRPC_FREE = "gRPC NIO, FREE";

    private static final String MODE = "avgt";

    private static final String STATIC = "static call, inlined";
    private static final String STATIC_NOT_INLINED = "static call, not inlined";
    private static final String INTERFACE = "interface call, 4 receiver types";
    private static final String IN_PROCESS = "gRPC in-process";
    private static final String EPOLL = "gRPC epoll";

    private static final String ANY_CPU = "threads on any CPU, wake-ups across CPUs";

    /**
     * The declaration, each rung after the one below it. No order is expected of FREE: what that costs hangs on how the machine wakes
     * an idle CPU.
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
            transport(IN_PROCESS, "IN_PROCESS", INTERFACE, "gRPC's stub, call and executors, no bytes"),
            new Rung(
                    RMI,
                    Tier.LOOPBACK,
                    "RmiBenchmark.call",
                    Map.of(),
                    INTERFACE,
                    "serialization, loopback TCP, a server thread",
                    true),
            transport(EPOLL, "EPOLL", IN_PROCESS, "protobuf, HTTP/2 framing, event loops, loopback TCP"),
            transport(BASE_CELL, "NIO", EPOLL, "the JDK's selector in place of epoll"),
            pinning(RMI_FREE, "RmiPinningBenchmark.call", RMI),
            pinning(GRPC_FREE, "GrpcPinningBenchmark.unary", BASE_CELL));

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

    private static Rung transport(String name, String transport, String below, String adds) {
        Map<String, String> params = Map.of("transport", transport);
        return new Rung(name, Tier.LOOPBACK, "GrpcTransportBenchmark.unary", params, below, adds, true);
    }

    private static Rung pinning(String name, String benchmark, String below) {
        return new Rung(name, Tier.LOOPBACK, benchmark, Map.of("pinning", "FREE"), below, ANY_CPU, false);
    }
}
