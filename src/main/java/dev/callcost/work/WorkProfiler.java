package dev.callcost.work;

import dev.callcost.agent.WorkReader;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.work.WorkDelta.WorkScope;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * Counts the work of any JMH benchmark: {@code java -cp benchmarks.jar:callcost.jar org.openjdk.jmh.Main -prof
 * dev.callcost.work.WorkProfiler}. Results get secondary metrics such as {@value WorkReader#BYTECODES}. Forks compile
 * and collect otherwise meanwhile, and iterations end as soon as the work is known, so their scores do not count.
 *
 * <p>The first fork of a row counts under one chance and the second one under another, see {@code agent.Chance}: where
 * both count the same, the work is not up to chance.
 */
public final class WorkProfiler extends WorkReader implements ExternalProfiler {
    private static final String ALL = "scope=all";

    private CountSetup setup;

    /** How many forks of the row have started. */
    private int forks;

    private final WorkScope scope;

    /** @param options {@value #ALL} counts the classes of the JDK too; empty for those of the application alone */
    public WorkProfiler(String options) throws ProfilerException {
        super("");
        if (!options.isEmpty() && !options.equals(ALL)) {
            throw new ProfilerException("unknown option '" + options + "'; the only one is " + ALL);
        }
        scope = options.isEmpty() ? WorkScope.APPLICATION : WorkScope.ALL;
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams benchmark) {
        return List.of();
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams benchmark) {
        return ForkFlags.withoutSecondCollector(
                setup().jvmArguments(1 + forks++ % 2, scope), benchmark.getJvmArgs().stream());
    }

    private CountSetup setup() {
        if (setup == null) {
            try {
                TemporaryFolder folder = TemporaryFolder.create();
                Runtime.getRuntime().addShutdownHook(new Thread(folder::close));
                setup = new CountSetup(folder.path());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return setup;
    }

    @Override
    public void beforeTrial(BenchmarkParams benchmark) {
        // the fork counts
    }

    @Override
    public Collection<? extends Result> afterTrial(BenchmarkResult result, long pid, File out, File err) {
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }
}
