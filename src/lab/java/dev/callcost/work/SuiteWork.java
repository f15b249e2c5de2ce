package dev.callcost.work;

import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPairs;
import dev.callcost.launch.RunArguments;
import dev.callcost.work.WorkScouts.CountListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.util.Utils;

/**
 * Counts a row of each benchmark of {@code benchmarks.jar} against itself, the one with the first value of each
 * parameter: what is counted, and why not. Its arguments select rows; with arguments all selected rows are counted.
 *
 * <pre>java -cp benchmarks.jar:target/test-classes dev.callcost.work.SuiteWork</pre>
 */
public final class SuiteWork {
    private SuiteWork() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("suite-work");
        RunArguments selected = arguments.length == 0 ? RunArguments.parse(".*") : RunArguments.parse(arguments);
        JarCopy jar = JarCopy.of(
                new JmhJar(Path.of("benchmarks.jar")),
                folder.resolve("copy.jar"),
                List.of(),
                selected,
                ForkJvm.of(Utils.getCurrentJvm()));
        Map<String, RowPair> rows = new LinkedHashMap<>();
        for (RowPair row : RowPairs.of(jar, jar)) {
            String name =
                    arguments.length == 0 ? row.key().benchmark() : row.key().fullLabel();
            rows.putIfAbsent(name, row);
        }
        long start = System.nanoTime();
        WorkScouts.run(List.copyOf(rows.values()), folder, new CountListener() {
            @Override
            public boolean isOver() {
                return false;
            }

            @Override
            public void begins(RowKey row) {
                // the counts are of interest
            }

            @Override
            public void counted(RowKey row, WorkDelta work) {
                System.out.println(row.label() + " | " + work.kind() + " | " + counts(work) + " | "
                        + String.join("; ", WorkSentences.of(work)));
            }
        });
        System.out.println(rows.size() + " rows in " + (System.nanoTime() - start) / 1_000_000_000 + " s");
    }

    private static String counts(WorkDelta work) {
        return work.base() == null
                ? "-"
                : "%.1f bytecodes, %.1f of other threads, %d operations"
                        .formatted(
                                work.base().bytecodes(),
                                work.base().otherThreads(),
                                work.counted().calls());
    }
}
