package dev.callcost.benchmark.experiment;

import org.openjdk.jmh.annotations.Benchmark;

/** Runs only when it is named. */
public class PlantedExperimentBenchmark {
    @Benchmark
    public int experiment() {
        return 1;
    }
}
