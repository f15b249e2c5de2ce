package dev.callcost.benchmark.load;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.PausingCaller;
import dev.callcost.state.RmiState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;

/**
 * How long does a call take whose caller works between calls?
 *
 * <p>The base cell with one call in flight. After each reply the caller works for {@code pauseMicros}: it reads the clock, so no thread of the call gets
 * its CPU sooner than without the work. The samples are the calls alone: the work is not in the score.
 *
 * <p>The code of a call is the same in all rows; what differs is how deeply its threads sleep. When calls follow at once, an event loop often finds the next
 * message before it sleeps. After a pause each thread must be woken, and the caches have the caller's data. 3 % more work between calls once made a call
 * over NIO 22 % longer. So two versions of a program whose calls are equally fast can differ in the time per call, because one works longer between its
 * calls.
 *
 * <p>Expected: longer calls after a pause, most over TCP, least IN_PROCESS, where no event loop sleeps. {@code -p pinning} does not exist here: on one
 * CPU the caller's work keeps the other threads from running early.
 *
 * <p>{@code java -jar benchmarks.jar CallerPause}
 */
@BenchmarkMode(Mode.SampleTime)
@Measurement(iterations = 30, time = 200, timeUnit = java.util.concurrent.TimeUnit.MILLISECONDS)
public class CallerPauseBenchmark extends GrpcLoopbackBenchmark {
    @Benchmark
    public int grpc(PausingCaller.Cell cell, PausingCaller.OfGrpc caller, MeasuredThread.Caller thread)
            throws InterruptedException {
        return caller.call();
    }

    @Benchmark
    public int rmi(RmiState cell, PausingCaller.OfRmi caller, MeasuredThread.Caller thread)
            throws InterruptedException {
        return caller.call();
    }
}
