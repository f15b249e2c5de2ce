package dev.callcost.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The timing regime of the inline and local tiers: 60 iterations of 50 ms, whose median is the fork's value, after a
 * warm-up until the fork is warm. The annotated 3 s are for JMH by itself and for profilers that observe a fork from
 * outside. Iterations are short because the median of many excludes the slow moments of a shared machine, while the
 * mean of a long iteration includes them.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 30, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 60, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public abstract class NanosecondBenchmark extends FixedHeapBenchmark {}
