package dev.callcost.benchmark.loopback;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.GrpcState;
import dev.callcost.state.MeasuredThread;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does TLS add to a unary gRPC call?
 *
 * <p>The base cell over NIO and EPOLL, in plain text, with the JDK's TLS engine and with BoringSSL. The handshake is in
 * the set-up. Each call pays for encrypting, authenticating and decrypting four records or more, and for the buffers
 * between. Both engines use TLS 1.3 with AES-GCM, as the recorded facts of each fork show (protocol, cipher suite,
 * class of the session). The client trusts only the cell's own certificate, which has an elliptic key.
 *
 * <p>Processors have instructions for AES-GCM, and the JIT uses them for the JDK's engine; BoringSSL is called through
 * JNI on direct buffers. Expected: plain text below either.
 *
 * <p>{@code java -jar benchmarks.jar GrpcSecurity}
 */
public class GrpcSecurityBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int unary(GrpcState.BySecurity cell, MeasuredThread.PinnedThread caller) {
        return cell.call();
    }
}
