package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of gRPC over loopback: that of the tier, with 18 s for a warm-up of fixed length, because the
 * plateau from the eighth second on is a false one. One CPU for client and server: the serialized path, not what a user
 * waits; {@code GrpcPinningBenchmark} has both.
 *
 * <p>Netty sends an HTTP/2 WINDOW_UPDATE when half of gRPC's flow-control window of 1 MiB is used up: after some 58,000
 * calls with messages of 9 bytes. The JIT has never seen that branch, discards the code of both event loops around it
 * ({@code -XX:+LogCompilation}: uncommon traps in {@code DefaultHttp2LocalFlowController.writeWindowUpdateIfNeeded} and
 * its callers), and compiles it again within two seconds. Calls are faster afterwards than on the plateau before. So
 * the set-up sends some before it opens the measured connection ({@code GrpcCell.openScout}).
 */
@Warmup(iterations = 180, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public abstract class GrpcLoopbackBenchmark extends LoopbackBenchmark {}
