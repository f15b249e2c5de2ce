package dev.callcost.results;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values with a header (RFC 4180, lines ending in a line feed): one line a fork. */
public final class CsvExport {
    private static final List<String> HEADER =
            List.of("benchmark", "mode", "threads", "params", "fork", "iterations", "median", "mean", "unit", "B/op");

    private CsvExport() {}

    /** The text; params are separated by blanks, B/op is empty when it was not measured. */
    public static String of(ResultsFile file) {
        StringBuilder text = new StringBuilder(line(HEADER));
        for (Row row : file.rows()) {
            for (ExportedFork fork : ExportedFork.of(row)) {
                text.append(line(List.of(
                        row.benchmark(),
                        row.mode(),
                        String.valueOf(row.threads()),
                        row.params().entrySet().stream()
                                .map(param -> param.getKey() + "=" + param.getValue())
                                .collect(Collectors.joining(" ")),
                        String.valueOf(fork.number()),
                        String.valueOf(fork.iterations()),
                        String.valueOf(fork.median()),
                        String.valueOf(fork.mean()),
                        row.primary().unit(),
                        fork.bytes().map(String::valueOf).orElse(""))));
            }
        }
        return text.toString();
    }

    private static String line(List<String> fields) {
        return fields.stream()
                .map(field -> field.matches("[^,\"\\r\\n]*") ? field : "\"" + field.replace("\"", "\"\"") + "\"")
                .collect(Collectors.joining(",", "", "\n"));
    }
}
