package others;

import dev.callcost.agent.CellRecord;
import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.PinnedCaller;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcLink;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Transport;
import io.grpc.benchmarks.TransportBenchmark;
import io.grpc.benchmarks.proto.BenchmarkServiceGrpc;
import io.grpc.benchmarks.proto.Messages.Payload;
import io.grpc.benchmarks.proto.Messages.SimpleRequest;
import io.grpc.benchmarks.proto.Messages.SimpleResponse;
import io.grpc.benchmarks.qps.AsyncServer;
import com.google.protobuf.ByteString;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * grpc-java's TransportBenchmark.unaryCall1024Latency by itself, and its stub, request and handler in this suite's cell: two sides of one row. It needs grpc-java's
 * benchmark classes and is no part of the suite.
 */
public class UnaryCallBenchmark extends GrpcLoopbackBenchmark {
    public enum Of { GRPC_JAVA, CALLCOST }

    public enum Over { TCP, IN_PROCESS }

    @State(Scope.Benchmark)
    public static class Cell {
        @Param("GRPC_JAVA")
        public Of of;

        @Param({"TCP", "IN_PROCESS"})
        public Over over;

        @Param({"DEFAULT", "DIRECT"})
        public CallExecutor serverExecutor;

        private static final SimpleRequest REQUEST = SimpleRequest.newBuilder()
                .setResponseSize(1024)
                .setPayload(Payload.newBuilder().setBody(ByteString.copyFrom(new byte[1024])))
                .build();

        TransportBenchmark published;
        private GrpcLink link;
        private BenchmarkServiceGrpc.BenchmarkServiceBlockingStub stub;

        @Setup(Level.Trial)
        public void setUp() throws Exception {
            if (of == Of.GRPC_JAVA) {
                published = new TransportBenchmark();
                published.transport = over == Over.TCP
                        ? TransportBenchmark.Transport.NETTY : TransportBenchmark.Transport.INPROCESS;
                published.direct = serverExecutor == CallExecutor.DIRECT;
                published.setUp();
            } else {
                GrpcCell cell = GrpcCell.BASE
                        .with(over == Over.TCP ? Transport.NIO : Transport.IN_PROCESS)
                        .with(Pinning.FREE)
                        .withServer(serverExecutor);
                link = CellRecord.openOrSkip(
                        () -> GrpcLink.open(cell, () -> List.of(new AsyncServer.BenchmarkServiceImpl().bindService())));
                CellRecord.add(link.facts());
                stub = BenchmarkServiceGrpc.newBlockingStub(link.channel());
            }
            int body = call().getPayload().getBody().size();
            if (body != 1024) {
                throw new IllegalStateException("a reply of " + body + " bytes");
            }
        }

        SimpleResponse call() {
            return published != null ? published.unaryCall1024Latency() : stub.unaryCall(REQUEST);
        }

        @TearDown(Level.Trial)
        public void tearDown() throws Exception {
            if (published != null) {
                published.tearDown();
            } else if (link != null) {
                link.close();
            }
        }
    }

    @Benchmark
    public SimpleResponse unary(Cell cell) {
        return cell.call();
    }
}
