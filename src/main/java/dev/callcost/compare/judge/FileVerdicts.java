package dev.callcost.compare.judge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.FileEstimates;
import dev.callcost.compare.evidence.FileEstimates.FileRow;
import dev.callcost.compare.evidence.FileEstimates.Slowdown;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.evidence.RowSides;
import dev.callcost.compare.evidence.RowSides.SettingDifference;
import dev.callcost.compare.evidence.ScoreChange;
import dev.callcost.compare.judge.RowVerdict.Compared;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts.Preface;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowDrift;
import dev.callcost.data.RowKey;
import dev.callcost.stats.FileRatios;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdicts of {@code check} on results files. Rows are the same when benchmark, mode, threads and all params are.
 */
public final class FileVerdicts {
    private FileVerdicts() {}

    /** One file a side. */
    public static Verdicts of(ResultsFile base, ResultsFile head, double margin) {
        return of(List.of(base), List.of(head), margin, List.of());
    }

    /**
     * Files that share rows are blocks: a row in several files of a side is judged by how much files differ, see
     * {@link FileRatios}. Files that share no row add up.
     *
     * @param margin the relative difference that does not matter
     * @param metrics percentiles and secondary metrics that the user names, see {@link Quantities}
     * @throws IllegalArgumentException when no row has a metric
     */
    public static Verdicts of(
            List<ResultsFile> base, List<ResultsFile> head, double margin, List<MetricChoice> metrics) {
        Quantities quantities = new Quantities(metrics);
        quantities.check(Stream.concat(base.stream(), head.stream())
                .flatMap(file -> file.rows().stream())
                .toList());
        Map<RowKey, String> unusable = unusable(base, head);
        FileSide before = new FileSide(base, unusable.keySet());
        FileSide after = new FileSide(head, unusable.keySet());
        List<SettingDifference> machines = before.machinesUnlike(after);
        Map<RowKey, SortedMap<Integer, Row>> onlyInBase = before.byKey(quantities::expanded);
        Map<RowKey, SortedMap<Integer, Row>> onlyInHead = after.byKey(quantities::expanded);
        Map<RowKey, FileRow> both = new LinkedHashMap<>();
        for (RowKey key : List.copyOf(onlyInBase.keySet())) {
            if (onlyInHead.containsKey(key)) {
                FileRow row = new FileRow(onlyInBase.remove(key), onlyInHead.remove(key), machines);
                FileRow whole = both.get(row.keyOfWhole());
                both.put(
                        key,
                        row.notJudged(
                                whole != null && !whole.isMet()
                                        ? whole.notJudged()
                                        : quantities
                                                .whyNotJudged(row.sides(), margin)
                                                .or(() -> Optional.of(NoVerdict.NO_RATIO)
                                                        .filter(why -> !row.hasRatio()))));
            }
        }
        Map<RowKey, Slowdown> slowdowns = FileEstimates.of(
                both.values(),
                Stream.of(onlyInBase, onlyInHead)
                        .flatMap(side -> side.values().stream())
                        .filter(files -> files.size() == 1)
                        .flatMap(files -> files.values().stream())
                        .toList());

        Map<RowKey, List<Double>> probabilities = slowdowns.values().stream() // of what shares a row's level
                .filter(it -> it.row().notJudged().isEmpty())
                .collect(Collectors.groupingBy(
                        it -> it.row().keyOfWhole(),
                        LinkedHashMap::new,
                        Collectors.mapping(Slowdown::probability, Collectors.toList())));
        boolean isAnyShared = slowdowns.values().stream()
                .anyMatch(it -> it.isShared() && it.row().isMet());
        double shared = isAnyShared ? FileRatios.SHARED_LEVEL : 0;
        VerdictRule rule = VerdictRule.forDiscoveries(
                probabilities.values().stream().mapToDouble(VerdictRule::shared).toArray(),
                margin,
                VerdictRule.ALPHA - shared);
        int wholes = (int) both.values().stream()
                .filter(row -> Quantities.isWhole(row.sides().base()))
                .count();
        List<RowVerdict> rows = new ArrayList<>();
        both.forEach((key, row) -> {
            VerdictRule own = rule.sharedBy(
                    probabilities.getOrDefault(row.keyOfWhole(), List.of(1.0)).size());
            rows.add(row(
                    row, row.unlike(base.size() == head.size()), Optional.ofNullable(slowdowns.get(key)), own, wholes));
        });
        unusable.forEach((key, why) -> rows.add(RowVerdict.failed(key, why)));
        return new Verdicts(
                preface(before, after, new VerdictRule(rule.margin(), rule.level() + shared)),
                rule,
                rows,
                unmatched(onlyInBase, both),
                unmatched(onlyInHead, both),
                new TreeMap<>(Map.of("Base", before.warnings(), "Head", after.warnings())),
                Verdicts.FailLevels.USUAL);
    }

    /**
     * Why a row's scores cannot be used. It fails like a row without scores: a row that stopped measuring is never the
     * same.
     */
    private static Map<RowKey, String> unusable(List<ResultsFile> base, List<ResultsFile> head) {
        Map<RowKey, String> reasons = new LinkedHashMap<>();
        head.forEach(file -> file.refused().forEach(row -> reasons.putIfAbsent(row.key(), "head " + row.reason())));
        base.forEach(file -> file.refused().forEach(row -> reasons.putIfAbsent(row.key(), "base " + row.reason())));
        return reasons;
    }

    /** The rows of one side, without the quantities of rows that are not in both. */
    private static List<RowKey> unmatched(Map<RowKey, SortedMap<Integer, Row>> side, Map<RowKey, FileRow> both) {
        return side.values().stream()
                .map(files -> files.get(files.firstKey()))
                .filter(row -> Quantities.isWhole(row) || both.containsKey(row.keyOfWhole()))
                .map(Row::key)
                .toList();
    }

    /**
     * @param unlike what makes the files of a side unlike
     * @param slowdown empty when the row has no ratio or the units cannot be converted
     * @param rule the row's own
     */
    private static RowVerdict row(
            FileRow row, List<String> unlike, Optional<Slowdown> slowdown, VerdictRule rule, int rows) {
        RowSides sides = row.sides();
        Optional<ScoreChange> score = slowdown.map(it -> it.judge(rule));
        boolean isJudged = row.notJudged().isEmpty();
        List<String> remarks = new ArrayList<>(unlike);
        if (isJudged && slowdown.isEmpty()) {
            remarks.add("the units " + sides.base().primary().unit() + " and "
                    + sides.head().primary().unit() + " cannot be converted");
        }
        row.rows().flatMap(it -> it.contradiction().stream()).distinct().forEach(remarks::add);
        row.base().values().forEach(file -> drift("base", file, remarks));
        row.head().values().forEach(file -> drift("head", file, remarks));
        Compared compared = new Compared(
                Optional.of(sides),
                score,
                row.isMet()
                        ? AllocationChange.of(
                                List.copyOf(row.base().values()),
                                List.copyOf(row.head().values()),
                                rows)
                        : Optional.empty(),
                // not interleaved: any setting may have made the difference
                sides.differences().isEmpty() && unlike.isEmpty(),
                Optional.empty(),
                OptionalDouble.empty());
        return new RowVerdict(
                row.key(),
                isJudged ? Fate.of(score.map(ScoreChange::verdict).orElse(Verdict.CANNOT_TELL)) : Fate.NOT_JUDGED,
                row.notJudged(),
                compared,
                isJudged && score.isPresent() ? slowdown.get().needed(score.get()) : 0,
                remarks);
    }

    private static void drift(String side, Row row, List<String> remarks) {
        RowDrift.text(row)
                .ifPresent(it ->
                        remarks.add(side + " drifts while measured, by " + it + " from the first to the last third"));
    }

    /** @param rule with the level at which an interval misses the truth */
    private static Preface preface(FileSide base, FileSide head, VerdictRule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost check 6");
        json.put("base", base.paths());
        json.put("head", head.paths());
        json.put("rule", rule);
        return new Preface(List.of("base " + base.text(), "head " + head.text()), json, Optional.empty());
    }

    /**
     * The results files of a side of {@code check}.
     *
     * @param files in the order that the user gave, at least one
     * @param leftOut rows that a file of either side has with scores that cannot be used
     */
    private record FileSide(List<ResultsFile> files, Set<RowKey> leftOut) {
        private static final int NAMED = 3;

        private Stream<Row> rows() {
            return files.stream().flatMap(this::rows);
        }

        private Stream<Row> rows(ResultsFile file) {
            return file.rows().stream().filter(row -> !leftOut.contains(row.key()));
        }

        /**
         * Each row by the number of the file. A method of a group is one row, also where the user names it as a metric
         * of the group.
         *
         * @param expanded a row and its quantities
         */
        Map<RowKey, SortedMap<Integer, Row>> byKey(Function<Row, Stream<Row>> expanded) {
            Map<RowKey, SortedMap<Integer, Row>> rows = new LinkedHashMap<>();
            for (int n = 0; n < files.size(); n++) {
                int number = n;
                rows(files.get(n))
                        .flatMap(expanded)
                        .forEach(row -> rows.computeIfAbsent(row.key(), key -> new TreeMap<>())
                                .put(number, row));
            }
            return rows;
        }

        /** What speaks against the numbers of the files, a line each. */
        List<String> warnings() {
            return files.stream()
                    .flatMap(file -> file.excluded().stream()
                            .map(warning -> files.size() == 1 ? warning : file.path() + ": " + warning))
                    .toList();
        }

        List<String> paths() {
            return files.stream().map(file -> file.path().toString()).toList();
        }

        /** All files in a line, with the JDKs and the processors where they are known. */
        String text() {
            String names = files.size() > NAMED
                    ? files.get(0).path() + " ... "
                            + files.get(files.size() - 1).path()
                    : String.join(", ", paths());
            List<String> parts = new ArrayList<>();
            parts.add(files.size() == 1 ? names : files.size() + " files (" + names + ")");
            parts.add(Sections.count(rows().map(Row::key).distinct().count(), "row"));
            rows().map(Row::jdkVersion)
                    .filter(jdk -> !jdk.isEmpty())
                    .distinct()
                    .forEach(jdk -> parts.add("JDK " + jdk));
            machines().stream()
                    .map(machine -> machine.get("cpu"))
                    .filter(Objects::nonNull)
                    .distinct()
                    .forEach(parts::add);
            return String.join(", ", parts);
        }

        /**
         * The differences between the machines of two sides, such as {@code kernel Linux 6.1 / Linux 6.2}; none when a
         * file does not say where. Two virtual machines of one kind may have different processors.
         */
        List<SettingDifference> machinesUnlike(FileSide head) {
            List<Map<String, String>> before = machines();
            List<Map<String, String>> after = head.machines();
            return before.get(0).keySet().stream()
                    .filter(name -> Stream.concat(before.stream(), after.stream())
                            .allMatch(machine -> machine.containsKey(name)))
                    .filter(name -> !values(before, name).equals(values(after, name)))
                    .map(name -> new SettingDifference(name, values(before, name), values(after, name)))
                    .toList();
        }

        private static String values(List<Map<String, String>> machines, String name) {
            return machines.stream()
                    .map(machine -> machine.get(name))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
        }

        private List<Map<String, String>> machines() {
            return files.stream().map(FileSide::machine).toList();
        }

        /** The machine and the settings of its system, by name. */
        private static Map<String, String> machine(ResultsFile file) {
            Map<String, String> known = new LinkedHashMap<>();
            JsonObject environment = file.environment().orElseGet(JsonObject::new);
            JsonElement settings =
                    environment.get("device") instanceof JsonObject device ? device.get("settings") : null;
            Stream.of(environment.get("machine"), settings)
                    .filter(JsonObject.class::isInstance)
                    .flatMap(members -> members.getAsJsonObject().entrySet().stream())
                    .filter(member -> member.getValue().isJsonPrimitive())
                    .forEach(member ->
                            known.putIfAbsent(member.getKey(), member.getValue().getAsString()));
            known.remove("memory"); // differs by a few MiB from one start of a machine to the next
            return known;
        }
    }
}
