package dev.callcost.ladder;

import dev.callcost.data.LogLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The record of a run that never was, from a seeded generator. */
public final class MadeUpRun {
    private final List<MadeUpRow> rows = new ArrayList<>();
    private final Random random;

    public MadeUpRun(long seed) {
        random = new Random(seed);
    }

    /** Adds a row whose iterations of a fork are equal, so that its lines are exact; it comes after the others in each round. */
    public MadeUpRow exactRow(String method) {
        return row(method).exactIterations();
    }

    /** Adds a row, which comes after the others in each round. */
    public MadeUpRow row(String method) {
        MadeUpRow row = new MadeUpRow(method, rows.size() + 1, random);
        rows.add(row);
        return row;
    }

    /** Forty rows of the kinds that the ladder has, nothing wrong with any. */
    public static MadeUpRun quiet(long seed) {
        MadeUpRun run = new MadeUpRun(seed);
        for (int i = 0; i < 16; i++) {
            run.row("LocalCallBenchmark.call" + i).mode("avgt", "ns/op", 2.4).iterations(30, 10, 100);
            run.row("GrpcBenchmark.unary")
                    .param("payload", "" + i)
                    .param("pinning", "ONE_CPU")
                    .iterations(180, 20, 100);
        }
        for (int i = 0; i < 4; i++) {
            run.row("RmiBenchmark.call")
                    .param("payload", "" + i)
                    .fact("cpu", "1")
                    .mode("sample", "us/op", 10);
            run.row("ColdBenchmark.first" + i)
                    .mode("ss", "ms/op", 30)
                    .iterations(0, 10, 30)
                    .trend((round, iteration) -> 10.0 / (1 + iteration))
                    .compilation((round, iteration) -> 20);
        }
        return run;
    }

    /** Writes the record. */
    public Path write(Path folder, int rounds) {
        StringBuilder lines = new StringBuilder(LogLines.RUN);
        for (int round = 1; round <= rounds; round++) {
            for (MadeUpRow row : rows) {
                lines.append(row.line(round));
            }
        }
        try {
            return Files.writeString(folder.resolve("results.log.jsonl"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The warnings about it. */
    public List<String> warnings(Path folder, int rounds) {
        return Warnings.of(write(folder, rounds));
    }
}
