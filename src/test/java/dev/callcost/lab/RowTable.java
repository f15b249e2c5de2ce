package dev.callcost.lab;

import dev.callcost.data.EstimateText;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowEstimates;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Caption;
import dev.callcost.ladder.LadderTable;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import dev.callcost.text.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A table with a line for each row of a results file, as Markdown. The resource {@code tables.txt} has the kinds and
 * their columns.
 */
final class RowTable {
    private static final Map<String, List<String>> KINDS = kinds();
    private static final double SECOND = 1e9;
    private static final String VALUES = "^.*? of a fork's iterations";
    private static final String MEANS = "mean of a fork's iterations";

    /** What holds words or an interval is flush left; the rest are plain numbers. */
    private static final Set<String> LEFT =
            Set.of(("class method label param time difference rate rates times count range first round plateau warming"
                            + " ofRound waitedFor recorded")
                    .split(" "));

    private final Study study;
    private final Optional<Ladder> ladder;
    private final List<Row> rows;
    private final Function<Row, Estimate> nanos;
    private final String caption;

    private RowTable(ResultsFile file, String estimator, String benchmarks) {
        Pattern pattern = Pattern.compile(benchmarks);
        study = Study.of(file);
        ladder = Optional.of(file).filter(it -> estimator.equals("ladder")).map(Ladder::of);
        rows = ladder.map(Ladder::rows).orElse(file.rows()).stream()
                .filter(row -> row.logNanos().isPresent()
                        && pattern.matcher(study.name(row)).lookingAt())
                .toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no row of " + benchmarks);
        }
        switch (estimator) {
            case "ladder" -> {
                nanos = row -> ladder.orElseThrow().estimates().nanos(row).orElseThrow();
                caption = ladder.orElseThrow().caption(rows);
            }
            case "times", "values" -> {
                nanos = row -> row.nanosPerOperation(row.estimate()).orElseThrow();
                caption = estimator.equals("values")
                        ? Caption.of(rows).replaceFirst(VALUES, "one value a fork")
                        : Caption.of(rows);
            }
            case "means" -> {
                nanos = row ->
                        row.nanosPerOperation(row.primary().estimateOfMeans()).orElseThrow();
                caption = Caption.of(rows).replaceFirst(VALUES, MEANS);
            }
            case "moderated means" -> {
                RowEstimates estimates =
                        RowEstimates.of(rows.stream().map(RowTable::ofMeans).toList());
                nanos = row -> estimates.nanos(ofMeans(row)).orElseThrow();
                caption = Caption.of(rows, estimates).replaceFirst(VALUES, MEANS);
            }
            default -> throw new IllegalArgumentException("no estimator " + estimator);
        }
    }

    private static Row ofMeans(Row row) {
        return row.with(new Metric(
                row.primary().unit(),
                row.primary().forks().stream()
                        .map(fork -> List.of(new Sample(fork).mean()))
                        .toList()));
    }

    static Set<String> names() {
        return KINDS.keySet();
    }

    /** @throws IllegalArgumentException when the file holds no row for the kind */
    static String markdown(String kind, ResultsFile file) {
        List<String> lines = KINDS.get(kind);
        String[] head = lines.get(0).split(": ");
        RowTable made = new RowTable(file, head[1], head[2]);
        Pattern shown = Pattern.compile(head[head.length - 1]);
        Table<Row> table = new Table<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] column = line.split(" {2,}");
            String[] words = column[1].split(" ");
            if (LEFT.contains(words[words[0].equals("of") ? 2 : 0])) {
                table.left(column[0], row -> made.cell(row, words));
            } else {
                table.right(column[0], row -> made.cell(row, words));
            }
        }
        return lines.get(1).replace("{}", made.caption) + "\n\n"
                + table.of(made.rows.stream()
                                .filter(row ->
                                        shown.matcher(made.study.name(row)).lookingAt())
                                .toList())
                        .markdown();
    }

    private static Map<String, List<String>> kinds() {
        try (InputStream text = RowTable.class.getResourceAsStream("tables.txt")) {
            Map<String, List<String>> kinds = new LinkedHashMap<>();
            for (String table : new String(text.readAllBytes(), StandardCharsets.UTF_8).split("\\R\\R")) {
                List<String> lines =
                        table.lines().filter(line -> !line.startsWith("#")).toList();
                if (!lines.isEmpty()) {
                    kinds.put(lines.get(0).split(": ")[0], lines);
                }
            }
            return kinds;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A cell by the first word; counters are averaged over each fork's iterations, and times among them are in
     * microseconds.
     */
    private Object cell(Row row, String... words) {
        String name = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "of" -> alike(row, name).map(other -> cell(other, Arrays.copyOfRange(words, 2, words.length)));
            case "class" -> row.simpleName().split("\\.")[0];
            case "method" -> row.simpleName().split("\\.")[1];
            case "label" -> row.label();
            case "param" -> Sample.param(row, name);
            case "threads" -> row.threads();
            case "forks" -> row.primary().forks().size();
            case "time" ->
                name.isEmpty()
                        ? EstimateText.time(nanos.apply(row))
                        : Sample.means(row, name).map(RowTable::time);
            case "difference" ->
                Sample.means(row, name)
                        .flatMap(value -> Sample.means(row, words[2]).map(less -> value.with(less, (a, b) -> a - b)))
                        .map(RowTable::time);
            case "range" -> "FREE".equals(row.params().get("pinning")) ? LadderTable.range(row) : "";
            case "rate" -> Sample.plain(rate(row));
            case "times" -> alike(row, name).map(other -> ratio(nanos.apply(row).ratioTo(nanos.apply(other))));
            case "rates" -> alike(row, name).map(other -> ratio(rate(row).ratioTo(rate(other))));
            case "ofRound" ->
                alike(row, name)
                        .map(other -> ratio(Bursts.of(row)
                                .round(1)
                                .estimate()
                                .orElseThrow()
                                .ratioTo(Bursts.of(other).round(1).estimate().orElseThrow())));
            case "count" -> Sample.means(row, name).flatMap(Sample::estimate).map(RowTable::ratio);
            case "number" -> Sample.means(row, name).map(it -> it.mean() == 0 ? "0" : Numbers.significant(it.mean()));
            case "share" -> Sample.means(row, name).map(it -> Numbers.percent(it.mean()));
            case "plain" -> plainTime(Sample.means(row, name));
            case "median" -> plainTime(Sample.counter(row, name).map(Sample::medians));
            case "cv" -> Numbers.percent(Sample.variation(row.forkValues()));
            case "bytes" -> row.bytesPerOp().map(Metric::mean).map(Numbers::bytes);
            case "perSecond" -> perSecond(row, name).map(Numbers::significant);
            case "pauses" -> perSecond(row, "gc.time").map(millis -> Numbers.percent(millis / 1e3));
            default -> study.cell(row, words[0], name);
        };
    }

    /**
     * No work takes 0. A difference that is lost in noise, so that a fork's value is negative, has a mean without an
     * interval.
     */
    private static String time(Sample micros) {
        return micros.estimate()
                .map(value -> EstimateText.time(value.times(Sample.NANOS_PER_MICRO)))
                .orElseGet(() -> micros.mean() == 0 ? "0" : Numbers.significant(micros.mean()) + " us");
    }

    private static Optional<String> plainTime(Optional<Sample> micros) {
        return micros.flatMap(Sample::estimate)
                .map(value -> EstimateText.plainTime(value.times(Sample.NANOS_PER_MICRO)));
    }

    /** Calls a second of all threads, from the time for which each waits for a call. */
    private Estimate rate(Row row) {
        return nanos.apply(row).inverse().times(SECOND * row.threads());
    }

    /**
     * The row that has everything else in common with a row: another benchmark, or another value of one parameter;
     * empty for the row itself.
     */
    private Optional<Row> alike(Row row, String other) {
        Map<String, String> params = new HashMap<>(row.params());
        String benchmark = other;
        if (other.contains("=")) {
            params.replace(other.split("=")[0], other.split("=")[1]);
            benchmark = row.simpleName();
        }
        String name = benchmark;
        return rows.stream()
                .filter(it ->
                        it != row && it.simpleName().equals(name) && it.params().equals(params))
                .findFirst();
    }

    /**
     * A sum of JMH's collector profiler by second; an iteration without a collection has a count of zero and no time.
     */
    private static Optional<Double> perSecond(Row row, String metric) {
        double iterationSeconds = 0.5; // of the benchmarks of heaps; JMH's results have it as text only
        return Sample.counter(row, "gc.count")
                .filter(counts -> row.secondary().containsKey(metric))
                .map(counts -> Sample.sum(row, metric)
                        / (counts.forks().stream().mapToInt(List::size).sum() * iterationSeconds));
    }

    /** A ratio and its interval: {@code 1.64 [1.60, 1.68]}. */
    static String ratio(Estimate ratio) {
        String interval = EstimateText.isTooWide(ratio)
                ? " [too wide]"
                : " [" + Numbers.significant(ratio.low()) + ", " + Numbers.significant(ratio.high()) + "]";
        return Numbers.significant(ratio.value()) + (ratio.hasInterval() ? interval : "");
    }
}
