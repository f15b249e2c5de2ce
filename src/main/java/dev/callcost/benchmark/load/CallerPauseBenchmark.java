package dev.callcost.benchmark.load;

import dev.callcost.benchmark.GrpcLoopbackBenchmark;
import dev.callcost.state.MeasuredThread;
import dev.callcost.state.PausingCaller;
import dev.callcost.state.RmiState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;

/**
 * How long does a call take when its caller works between calls?
 *
 * <p>The base cell with one call in flight. After each reply the caller works for {@code pauseMicros}: it reads the clock. The samples are the calls
 * alone, without that work ({@code -prof dev.callcost.agent.Latencies}, which the suite adds).
 *
 * <p>All rows run the same compiled code. The threads of a call differ: they are awake when the next call follows at once, and asleep after a pause.
 * Waking a thread costs a system call and a switch. 3 % more work between calls once made a call over NIO 22 % longer. Two versions of a client can
 * therefore differ in the time per call although only the work between calls differs.
 *
 * <p>All threads share one CPU, which the caller keeps while it works. Expected: a call takes longer after a pause, least so IN_PROCESS, which has no
 * event loops. Measured (results/epyc-vm-jdk17-load): longer, yet least so over RMI up to 300 us, which wakes its two threads in each call anyway. After 1 ms a call takes
 * 2.2 times as long over NIO and twice as long in-process, with twice as many context switches, and 1.5 times as long over epoll.
 *
 * <p>{@code java -jar benchmarks.jar CallerPause}
 */
@BenchmarkMode(Mode.SampleTime)
@Measurement(iterations = 30, time = 200, timeUnit = TimeUnit.MILLISECONDS)
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
