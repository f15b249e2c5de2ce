package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of calls that are in flight at the same time, to handlers that simulate work. Iterations are long
 * enough for many calls, because calls in flight at an iteration's ends count only in part. JMH by itself warms up for
 * the annotated 3 s.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public abstract class ClosedLoopBenchmark extends FixedHeapBenchmark {}
