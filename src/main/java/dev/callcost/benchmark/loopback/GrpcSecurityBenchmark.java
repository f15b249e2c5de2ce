package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.PinnedCaller;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does TLS add to a unary gRPC call?
 *
 * <p>The base cell over NIO and EPOLL, in plain text, with the JDK's TLS engine and with BoringSSL. The handshake is in the set-up: what is measured
 * is each record encrypted, authenticated and decrypted again, four of them a call or more, and the buffers between. Both speak TLS 1.3 with AES-GCM,
 * as the facts of each fork say (protocol, cipher suite, class of the session); the certificate, of an elliptic key, is made when the cell
 * starts and is the only one the client trusts.
 *
 * <p>Processors have instructions for AES-GCM, and the JIT uses them for the JDK's engine; BoringSSL's calls go through JNI on
 * direct buffers. Expected: plain text below either.
 *
 * <p>{@code java -jar benchmarks.jar GrpcSecurity}
 */
public class GrpcSecurityBenchmark extends GrpcLoopbackBenchmark {
    /** One unary call. */
    @Benchmark
    public int unary(GrpcState.BySecurity cell, PinnedCaller caller) {
        return cell.call();
    }
}
