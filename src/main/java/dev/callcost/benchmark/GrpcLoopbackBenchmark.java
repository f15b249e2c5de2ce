package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of gRPC over loopback: that of the tier, where the warm-up has a fixed length with 18 s of it, because a plateau from the
 * eighth second on is a false one.
 *
 * <p>Netty sends an HTTP/2 WINDOW_UPDATE when half of gRPC's flow-control window of 1 MiB is used up: with messages of 9 bytes
 * after some 58,000 calls. The JIT has never seen that branch, throws away the code of both event loops around it
 * ({@code -XX:+LogCompilation}: uncommon traps in {@code DefaultHttp2LocalFlowController.writeWindowUpdateIfNeeded} and its
 * callers), and compiles it again within two seconds. Calls are faster after that than on the plateau before. So a fork is warm
 * only after each end has sent two of them ({@code GrpcState}).
 */
@Warmup(iterations = 180, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public abstract class GrpcLoopbackBenchmark extends LoopbackBenchmark {}
