package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.compare.Verdicts.Preface;
import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Scatter;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import dev.callcost.text.BadFileException;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The verdicts of {@code check} on two results files. Rows are the same when benchmark, mode, threads and all params are. */
public final class FileComparison {
    private FileComparison() {}

    /**
     * @param margin the relative difference that does not matter
     * @throws BadFileException when a file holds a row twice
     */
    public static Verdicts of(ResultsFile base, ResultsFile head, double margin) {
        UnusableRows unusable = UnusableRows.in(List.of(base), List.of(head));
        MovedRows moved = MovedRows.between(unusable.base(), unusable.head());
        return unusable.added(
                moved.noted(usable(moved.base().get(0), unusable.head().get(0), margin)));
    }

    private static Verdicts usable(ResultsFile base, ResultsFile head, double margin) {
        Map<RowKey, Row> after = byKey(head);
        Map<RowKey, RowSides> both = new LinkedHashMap<>();
        List<RowKey> onlyInBase = new ArrayList<>();
        List<String> machines = machines(base, head);
        byKey(base).forEach((key, row) -> {
            if (after.containsKey(key)) {
                both.put(key, RowSides.of(row, after.remove(key), machines));
            } else {
                onlyInBase.add(key);
            }
        });
        List<Row> unmatched = Stream.of(base, head)
                .flatMap(file -> file.rows().stream())
                .filter(row -> !both.containsKey(row.key()))
                .toList();
        Map<RowKey, Slowdown> slowdowns = slowdowns(both, unmatched);
        Rule rule = Rule.forDiscoveries(
                slowdowns.values().stream().mapToDouble(Slowdown::probability).toArray(), margin);
        return new Verdicts(
                preface(base, head, rule),
                rule,
                both.entrySet().stream()
                        .map(row -> row(row.getKey(), row.getValue(), slowdowns.get(row.getKey()), rule, both.size()))
                        .toList(),
                List.copyOf(onlyInBase),
                List.copyOf(after.keySet()),
                Map.of());
    }

    /**
     * The differences between the machines on which two files were measured, such as {@code kernel Linux 6.1 / Linux 6.2}; none when a file does not say where.
     * Two virtual machines of one kind may have different processors.
     */
    static List<String> machines(ResultsFile base, ResultsFile head) {
        Map<String, String> before = machine(base);
        Map<String, String> after = machine(head);
        return before.keySet().stream()
                .filter(name -> after.containsKey(name) && !before.get(name).equals(after.get(name)))
                .map(name -> name + " " + before.get(name) + " / " + after.get(name))
                .toList();
    }

    /** The machine and the settings of its system, by name. */
    private static Map<String, String> machine(ResultsFile file) {
        Map<String, String> known = new LinkedHashMap<>();
        file.environment().ifPresent(environment -> {
            add(known, environment, "machine");
            if (environment.get("device") instanceof JsonObject device) {
                add(known, device, "settings");
            }
        });
        known.remove("memory"); // differs by a few MiB from one start of a machine to the next
        return known;
    }

    private static void add(Map<String, String> known, JsonObject from, String name) {
        if (from.get(name) instanceof JsonObject members) {
            members.entrySet().stream()
                    .filter(member -> member.getValue().isJsonPrimitive())
                    .forEach(member ->
                            known.putIfAbsent(member.getKey(), member.getValue().getAsString()));
        }
    }

    private static Map<RowKey, Row> byKey(ResultsFile file) {
        Map<RowKey, Row> rows = new LinkedHashMap<>();
        for (Row row : file.rows()) {
            if (rows.put(row.key(), row) != null) {
                throw new BadFileException(file.path(), "holds the row " + row.label() + " twice");
            }
        }
        return rows;
    }

    /** Head's time over base's, before it is judged, and what moderates its variance. */
    private record Slowdown(Estimate byMedian, Estimate byMean, boolean meanDecides, Moderation.Prior prior) {
        /** The probability of such a ratio, or one farther from 1, where the sides do not differ; 1 with too few forks. */
        double probability() {
            Estimate deciding = meanDecides ? byMean : byMedian;
            return deciding.forks() < fewestForks() ? 1 : deciding.probabilityOf(0);
        }

        /** The forks of a side below which there is no verdict. */
        int fewestForks() {
            return prior == Moderation.Prior.NONE ? Rule.FEWEST_FORKS : Rule.FEWEST_FORKS_MODERATED;
        }

        ScoreComparison judged(Rule rule) {
            return new ScoreComparison(
                    byMedian,
                    byMean,
                    rule.judge(byMedian, fewestForks()),
                    rule.judge(byMean, fewestForks()),
                    meanDecides);
        }
    }

    /** Rows whose units cannot be converted have no slowdown; unmatched rows show how much forks scatter. */
    private static Map<RowKey, Slowdown> slowdowns(Map<RowKey, RowSides> rows, List<Row> unmatched) {
        Map<RowKey, Slowdown> slowdowns = new LinkedHashMap<>();
        rows.values().stream()
                .filter(sides -> sides.base().logNanos().isPresent()
                        && sides.head().logNanos().isPresent())
                .collect(Collectors.groupingBy(
                        sides -> Scatter.of(sides.base()), LinkedHashMap::new, Collectors.toList()))
                .forEach((scatter, alike) -> {
                    List<Row> others = unmatched.stream()
                            .filter(row -> Scatter.of(row).equals(scatter))
                            .toList();
                    Moderation ofMedians = moderation(alike, others, Metric::estimate);
                    Moderation ofMeans = moderation(alike, others, Metric::estimateOfMeans);
                    alike.forEach(sides -> slowdowns.put(
                            sides.base().key(),
                            new Slowdown(
                                    ratio(sides, ofMedians, Metric::estimate),
                                    ratio(sides, ofMeans, Metric::estimateOfMeans),
                                    RowSides.differInMemory(sides.base(), sides.head()),
                                    ofMedians.prior())));
                });
        return slowdowns;
    }

    private static Moderation moderation(
            List<RowSides> alike, List<Row> unmatched, Function<Metric, Estimate> estimator) {
        return Moderation.of(Stream.concat(
                        alike.stream().map(sides -> pooled(sides, estimator)),
                        unmatched.stream().map(row -> Own.ofMean(estimator.apply(row.primary()))))
                .filter(own -> own.estimate().hasInterval())
                .toList());
    }

    /** Head's time over base's. */
    private static Estimate ratio(RowSides sides, Moderation moderation, Function<Metric, Estimate> estimator) {
        if (moderation.prior() == Moderation.Prior.NONE) {
            return nanos(sides.head(), estimator).ratioTo(nanos(sides.base(), estimator));
        }
        Own own = pooled(sides, estimator);
        return own.estimate().hasInterval() ? moderation.moderated(own) : own.estimate();
    }

    private static Own pooled(RowSides sides, Function<Metric, Estimate> estimator) {
        Estimate base = nanos(sides.base(), estimator);
        Estimate head = nanos(sides.head(), estimator);
        return new Own(head.pooledRatioTo(base), 1.0 / base.forks() + 1.0 / head.forks());
    }

    private static Estimate nanos(Row row, Function<Metric, Estimate> estimator) {
        return row.nanosPerOperation(estimator.apply(row.primary())).orElseThrow();
    }

    /**
     * @param slowdown null when the units cannot be converted
     * @param rows how many rows are judged together
     */
    private static VerdictRow row(RowKey key, RowSides sides, Slowdown slowdown, Rule rule, int rows) {
        Optional<ScoreComparison> score = Optional.ofNullable(slowdown).map(it -> it.judged(rule));
        Verdict verdict = score.map(ScoreComparison::verdict).orElse(Verdict.CANNOT_TELL);
        int needed = slowdown == null
                ? 0
                : switch (verdict) {
                    case CANNOT_TELL -> slowdown.fewestForks();
                    case UNDECIDED -> rule.forksNeeded(score.get().slowdown());
                    default -> 0;
                };
        List<String> remarks = new ArrayList<>();
        if (slowdown == null) {
            remarks.add("the units " + sides.base().primary().unit() + " and "
                    + sides.head().primary().unit() + " cannot be converted");
        }
        drift("base", sides.base()).ifPresent(remarks::add);
        drift("head", sides.head()).ifPresent(remarks::add);
        return new VerdictRow(
                key,
                verdict,
                Optional.empty(),
                Optional.of(sides),
                score,
                AllocationComparison.of(sides.base(), sides.head(), rows),
                sides.differences().isEmpty(), // not interleaved: any setting may have made the difference
                needed,
                remarks,
                Optional.empty(),
                VerdictRow.Losses.NONE);
    }

    private static Optional<String> drift(String side, Row row) {
        return Trend.text(row)
                .map(change -> side + " drifts while measured, by " + change + " from the first to the last third");
    }

    private static Preface preface(ResultsFile base, ResultsFile head, Rule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost check 2");
        json.put("base", base.path().toString());
        json.put("head", head.path().toString());
        json.put("rule", rule);
        return new Preface(false, List.of("base " + text(base), "head " + text(head)), List.of(), json);
    }

    /** A file in a line, with the JDK and the processor where they are known. */
    private static String text(ResultsFile file) {
        return Stream.of(
                        Stream.of(
                                file.path() + ", " + Sections.count(file.rows().size(), "row")),
                        file.rows().stream()
                                .map(Row::jdkVersion)
                                .filter(jdk -> !jdk.isEmpty())
                                .distinct()
                                .map(jdk -> "JDK " + jdk),
                        Stream.ofNullable(machine(file).get("cpu")))
                .flatMap(part -> part)
                .collect(Collectors.joining(", "));
    }
}
