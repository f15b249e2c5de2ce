package dev.callcost.ladder;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A rung of the ladder as declared: what it costs to call the one function across one boundary, as mean time of a call. Everything runs on one CPU
 * where the name does not say FREE or TWO_CPUS. Each rung names the rung below it, which makes a tree with the inlined function at the root.
 *
 * @param benchmark simple name of the class and method that measure it
 * @param params the params that its row must have; others are free
 * @param below the name of the rung below, empty for the root
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

    public static final String INLINE = "inline";
    /** What plain grpc-netty gives everywhere. */
    public static final String BASE_CELL = "gRPC NIO (base cell)";
    /** The base cell with handlers on the server's event loop. */
    public static final String BASE_CELL_DIRECT = "gRPC NIO, direct";

    public static final String EPOLL = "gRPC epoll";
    public static final String EPOLL_DIRECT = "gRPC epoll, direct";
    public static final String RMI = "RMI";

    private static final String MODE = "avgt";

    /**
     * Tier, name, rung below, benchmark with params, what it adds. A rung is expected to be no faster (>) than the rung below. No order is expected (~)
     * of other pinnings, whose cost depends on how the machine wakes an idle CPU, nor of what may be better or worse than the rung that it replaces.
     */
    private static final String DECLARED = """
            inline   | inline |  | InlineCallBenchmark.latency | the function itself
            local    | static call, inlined | > inline | LocalCallBenchmark.staticCall | a method that the JIT inlines
            local    | static call, not inlined | > static call, inlined | LocalCallBenchmark.staticCallNotInlined | a call and a return
            local    | interface call, 4 receiver types | > static call, not inlined | LocalCallBenchmark.interfaceCall receiverTypes=4 | the look-up of the method
            local    | hand-off, park | > interface call, 4 receiver types | HandOffBenchmark.call handOff=PARK pinning=ONE_CPU | another thread, woken and waited for
            local    | hand-off, SynchronousQueue | ~ hand-off, park | HandOffBenchmark.call handOff=SYNCHRONOUS_QUEUE pinning=ONE_CPU | a queue each way, which yields or spins before it parks
            local    | hand-off, executor | > hand-off, park | HandOffBenchmark.call handOff=EXECUTOR pinning=ONE_CPU | a queue, a task and its future
            local    | hand-off, virtual thread | > hand-off, park | HandOffBenchmark.call handOff=VIRTUAL pinning=ONE_CPU | a new virtual thread for each task
            loopback | UDS ping-pong | > hand-off, park | PingPongBenchmark.call path=UDS pinning=ONE_CPU | bytes through a Unix domain socket, blocking
            loopback | TCP ping-pong | > hand-off, park | PingPongBenchmark.call path=TCP pinning=ONE_CPU | bytes over loopback TCP, blocking
            loopback | TCP ping-pong, selector | > TCP ping-pong | PingPongBenchmark.call path=TCP_SELECTOR pinning=ONE_CPU | a selector before each read
            loopback | netty UDS ping-pong | > UDS ping-pong | PingPongBenchmark.call path=NETTY_UDS pinning=ONE_CPU | netty: an event loop a side, to hand over to and be woken by
            loopback | netty epoll ping-pong | > TCP ping-pong | PingPongBenchmark.call path=NETTY_EPOLL pinning=ONE_CPU | netty: an event loop a side, to hand over to and be woken by
            loopback | netty NIO ping-pong | > TCP ping-pong, selector | PingPongBenchmark.call path=NETTY_NIO pinning=ONE_CPU | netty: an event loop a side, to hand over to and be woken by
            loopback | netty io_uring ping-pong | ~ netty epoll ping-pong | PingPongBenchmark.call path=NETTY_IO_URING pinning=ONE_CPU | io_uring in place of epoll
            loopback | netty HTTP/2 ping-pong | > netty NIO ping-pong | PingPongBenchmark.call path=NETTY_HTTP2 pinning=ONE_CPU | HTTP/2: frames and headers, a stream each
            loopback | gRPC in-process, direct | > interface call, 4 receiver types | GrpcDirectBenchmark.unary transport=IN_PROCESS | gRPC's stub, call and listeners, no bytes
            loopback | gRPC in-process | > gRPC in-process, direct | GrpcTransportBenchmark.unary transport=IN_PROCESS | the server's executor
            loopback | RMI | > TCP ping-pong | RmiBenchmark.call | serialization and RMI's dispatch
            loopback | gRPC NIO, direct | > netty HTTP/2 ping-pong | GrpcDirectBenchmark.unary transport=NIO | gRPC's stub, call and listeners, protobuf
            loopback | gRPC epoll, direct | > gRPC in-process, direct | GrpcDirectBenchmark.unary transport=EPOLL | protobuf, HTTP/2, event loops, loopback TCP
            loopback | gRPC UDS | > gRPC in-process | GrpcTransportBenchmark.unary transport=UDS | protobuf, HTTP/2, event loops, a Unix domain socket
            loopback | gRPC epoll | > gRPC in-process | GrpcTransportBenchmark.unary transport=EPOLL | protobuf, HTTP/2 framing, event loops, loopback TCP
            loopback | gRPC io_uring | ~ gRPC epoll | GrpcTransportBenchmark.unary transport=IO_URING | io_uring in place of epoll
            loopback | gRPC NIO (base cell) | > gRPC epoll | GrpcTransportBenchmark.unary transport=NIO | the JDK's selector in place of epoll
            loopback | gRPC NIO, future | > gRPC NIO (base cell) | GrpcStubBenchmark.call stub=FUTURE | callbacks on the channel's executor, the caller woken
            loopback | gRPC NIO, stream | ~ gRPC NIO (base cell) | GrpcStubBenchmark.call stub=STREAM | one stream for all calls in place of one each
            loopback | gRPC NIO, TLS of the JDK | > gRPC NIO (base cell) | GrpcSecurityBenchmark.unary security=TLS_JDK transport=NIO | encryption of each record
            loopback | gRPC NIO, TLS of BoringSSL | > gRPC NIO (base cell) | GrpcSecurityBenchmark.unary security=TLS_BORINGSSL transport=NIO | encryption of each record
            loopback | RMI, TWO_CPUS | ~ RMI | RmiPinningBenchmark.call pinning=TWO_CPUS | a CPU for each side, wake-ups across CPUs
            loopback | RMI, FREE | ~ RMI | RmiPinningBenchmark.call pinning=FREE | threads on any CPU, wake-ups across CPUs
            loopback | gRPC NIO, TWO_CPUS | ~ gRPC NIO (base cell) | GrpcPinningBenchmark.unary pinning=TWO_CPUS | a CPU for each side, wake-ups across CPUs
            loopback | gRPC NIO, FREE | ~ gRPC NIO (base cell) | GrpcPinningBenchmark.unary pinning=FREE | threads on any CPU, wake-ups across CPUs
            """;

    /** The declaration, each rung after the rung below it. */
    public static final List<Rung> ALL = DECLARED.lines().map(Rung::of).toList();

    private static Rung of(String line) {
        String[] parts = line.split(" *\\| *");
        String[] row = parts[3].split(" ");
        Map<String, String> params = Arrays.stream(row)
                .skip(1)
                .map(param -> param.split("="))
                .collect(Collectors.toUnmodifiableMap(param -> param[0], param -> param[1]));
        return new Rung(
                parts[1],
                Tier.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                row[0],
                params,
                parts[2].replaceFirst("^[>~] ", ""),
                parts[4],
                parts[2].startsWith(">"));
    }

    /** Whether a row measures it, under this benchmark's name or another one's with the same cell. */
    boolean isMeasuredBy(Row row) {
        return row.mode().equals(MODE) && row.nanos().isPresent() && (isNamedBy(row.key()) || hasCellOf(row.key()));
    }

    private boolean hasCellOf(RowKey row) {
        return Cell.of(row).equals(Cell.of(benchmark, MODE, params));
    }

    boolean isNamedBy(RowKey row) {
        return row.simpleName().equals(benchmark) && row.params().entrySet().containsAll(params.entrySet());
    }

    /** The place of the rung that has this row, from 0; {@code Integer.MAX_VALUE} if none has. */
    public static int place(RowKey row) {
        return IntStream.range(0, row.mode().equals(MODE) ? ALL.size() : 0)
                .filter(place -> ALL.get(place).isNamedBy(row) || ALL.get(place).hasCellOf(row))
                .findFirst()
                .orElse(Integer.MAX_VALUE);
    }
}
