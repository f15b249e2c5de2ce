package dev.callcost.run;

import dev.callcost.fork.ForkRecord;
import dev.callcost.fork.PlannedRow;
import dev.callcost.text.PathTails;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/** The forks of one row, collected over the rounds into what JMH would have returned for all of them together. */
final class MergedRow {
    private final PlannedRow row;
    private final List<BenchmarkResult> forks = new ArrayList<>();
    private BenchmarkParams params;

    MergedRow(PlannedRow row) {
        this.row = row;
    }

    void add(BenchmarkParams forkParams, BenchmarkResult fork) {
        params = forkParams;
        forks.add(fork);
    }

    boolean isEmpty() {
        return forks.isEmpty();
    }

    /** The row as a result with as many forks as there are so far. */
    RunResult result() {
        return new RunResult(published(), List.copyOf(forks));
    }

    /** Reports that profilers wrote as text, such as perfasm's, by label. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, Result> result : result().getSecondaryResults().entrySet()) {
            String text = result.getValue().extendedInfo();
            if (Double.isNaN(result.getValue().getScore()) && !text.isBlank()) {
                texts.add(row.label() + ", " + result.getKey() + ":\n" + text.stripTrailing() + "\n");
            }
        }
        return texts;
    }

    private BenchmarkParams published() {
        WorkloadParams workload = new WorkloadParams();
        row.params().forEach((name, value) -> workload.put(name, value, 0));
        List<String> jvmArguments = params.getJvmArgs().stream()
                .filter(argument -> !ForkRecord.isJvmArgument(argument))
                .map(PathTails::cut)
                .toList();
        return new BenchmarkParams(
                params.getBenchmark(),
                params.generatedBenchmark(),
                params.shouldSynchIterations(),
                params.getThreads(),
                params.getThreadGroups(),
                params.getThreadGroupLabels(),
                row.inProcess() ? 0 : forks.size(),
                params.getWarmupForks(),
                params.getWarmup(),
                params.getMeasurement(),
                params.getMode(),
                workload,
                params.getTimeUnit(),
                params.getOpsPerInvocation(),
                PathTails.cut(params.getJvm()),
                jvmArguments,
                params.getJdkVersion(),
                params.getVmName(),
                params.getVmVersion(),
                params.getJmhVersion(),
                params.getTimeout());
    }
}
