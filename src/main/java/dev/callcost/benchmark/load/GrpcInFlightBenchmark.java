package dev.callcost.benchmark.load;

import dev.callcost.benchmark.ClosedLoopBenchmark;
import dev.callcost.state.InFlightState;
import dev.callcost.state.LoopCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What does a gRPC call cost when others are in flight with it?
 *
 * <p>The base cell with 1, 10 and 100 calls in flight over 1, 2 and 4 connections: an asynchronous stub, and each reply
 * sends the next call. The score is elapsed time per call, the inverse of throughput, and not what a caller waits. A
 * caller waits {@code latencyMicros}, by Little's law the number in flight times the score.
 *
 * <p>With one call in flight each step waits for the one before, and every thread is woken for each call. With more
 * calls an event loop finds several messages when it wakes up and writes several at once, so calls share system calls
 * and wake-ups; at 100 only the work that each call needs by itself remains. A second connection adds event loops: more
 * threads to wake on one CPU, parallel work on several CPUs ({@code -p pinning=FREE}).
 *
 * <p>The number in flight is known as configured and as throughput times latency ({@code lambdaW}); a fork where they
 * differ by more than a tenth fails. Expected on one CPU: 100 below 10 below 1.
 *
 * <p>With one call in flight, a Unix domain socket and direct executors ({@code -p inFlight=1 -p connections=1 -p
 * transport=UDS -p executor=DIRECT}) only the two event loops wait for each other, and only through the socket: the
 * leanest call that gRPC's public options allow.
 *
 * <p>{@code java -jar benchmarks.jar GrpcInFlight}
 */
public class GrpcInFlightBenchmark extends ClosedLoopBenchmark {
    @Benchmark
    @OperationsPerInvocation(InFlightState.CALLS)
    public int calls(InFlightState cell, LoopCounters counters) {
        return cell.awaitCalls();
    }
}
