package dev.callcost.compare.report;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.ScoreChange;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.judge.Verdicts.OfPairs;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.data.EstimateText;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Sections.ManualPage;
import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was compared, and what limits the verdicts. */
record VerdictNotes(Verdicts verdicts, RowNames names, View view) {
    /** A line names its rows up to this number, and counts more. */
    private static final int NAMED = 3;

    private static final int MOST_WARNINGS = 5;

    /** JVM arguments that differ are cut here; the JSON has all of them. */
    private static final int LONGEST = 160;

    /** Brackets, and numbers with their units. */
    private static final Pattern UNBROKEN =
            Pattern.compile("[\\[(][^\\[\\]()]{1,60}[\\])]|\\d (?:[num]?s|min|h|B|MiB|GiB)\\b");

    /** Adds what was compared and how. */
    Sections addTo(Sections report) {
        List<String> sides = new ArrayList<>(verdicts.preface().sides());
        verdicts.changed().ifPresent(it -> sides.add(new ReachText(it).differenceOfSides()));
        return report.list(unbroken(sides))
                .list(
                        "Measured:",
                        unbroken(verdicts.preface()
                                .pairs()
                                .map(OfPairs::measured)
                                .orElse(List.of())))
                .list("Notes:", unbroken(notes()));
    }

    /** Adds the worst warnings, or all. */
    Sections addWarnings(Sections report) {
        List<String> warnings = warnings();
        int most = view.all() ? warnings.size() : Math.min(MOST_WARNINGS, warnings.size());
        List<String> told = new ArrayList<>(warnings.subList(0, most));
        if (most < warnings.size()) {
            told.add("and " + Sections.count(warnings.size() - most, "more warning") + " (--all shows all)");
        }
        return report.list("Warnings:", unbroken(told));
    }

    private static List<String> unbroken(List<String> lines) {
        return lines.stream()
                .map(line -> UNBROKEN.matcher(line)
                        .replaceAll(
                                part -> Matcher.quoteReplacement(part.group().replace(' ', Sections.NO_BREAK))))
                .toList();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!verdicts.isWorkAlone()) {
            notes.add("intervals of " + confidences() + ", margin "
                    + Numbers.percent(verdicts.rule().margin(), 1) + values() + "; " + ManualPage.STATISTICS.text());
        }
        if (verdicts.isAnyCounted()) {
            boolean hasJdk = verdicts.changed().stream()
                    .flatMap(it -> it.works().stream())
                    .anyMatch(it -> it.jdkWork() != null);
            notes.add("work: bytecodes that the application's "
                    + (hasJdk
                            ? "and the JDK's classes execute per call"
                            : "classes execute per call, without the JDK's")
                    + "; " + ManualPage.WORK.text());
            ofWork().forEach((text, rows) -> notes.add(text + ": " + names(rows)));
        }
        if (verdicts.isByFiles()) {
            notes.add(
                    "each file counts as one value. With equally many files a side, the first of base is compared with"
                            + " the first of head, and so on");
        }
        if (verdicts.preface().isPaired()) {
            note("base and head differ: ", VerdictNotes::differences, notes);
        } else if (!verdicts.isByFiles()) {
            notes.add("base and head were measured one after the other: a machine that changed in between shows as a"
                    + " difference. compare avoids that.");
        }
        note("", VerdictNotes::mean, notes);
        note(
                "not judged, ",
                row -> reasons(row, Fate.NOT_JUDGED)
                        .filter(it -> it.why().isNoted())
                        .map(NoVerdict::text),
                notes);
        UnjudgedMetrics.line(verdicts, names, view.all() ? Integer.MAX_VALUE : NAMED)
                .ifPresent(notes::add);
        if (!verdicts.onlyInHead().isEmpty()) {
            notes.add("only in head: " + names(verdicts.onlyInHead()));
        }
        return notes;
    }

    /** What the rows' times are; empty where no row is decided by the usual statistic. */
    private String values() {
        Set<ForkValue> values = verdicts.rows().stream()
                .filter(row -> row.score().stream().anyMatch(it -> !it.meanDecides()))
                .map(row -> !verdicts.preface().isPaired() && row.hasMedians()
                        ? ForkValue.MEDIAN
                        : ForkValue.FASTEST_QUARTER)
                .collect(Collectors.toSet());
        return values.isEmpty() ? "" : "; times: " + ForkValue.words(values);
    }

    /** Why rows have no counts or not all, and what explains some of a difference, with these rows. */
    private Map<String, List<RowKey>> ofWork() {
        ReachedRows changed = verdicts.changed().orElseThrow();
        Map<String, List<RowKey>> rows = byText(changed.counted().values(), CountedRow::row, row -> limits(row.work()));
        List<RowKey> late = new ArrayList<>(changed.of(Kind.REACHED));
        late.removeAll(changed.counted().keySet());
        if (!late.isEmpty()) {
            rows.put("work not counted yet (the same command with -d counts it)", late);
        }
        return rows;
    }

    private static Stream<String> limits(WorkDelta work) {
        return Stream.of(
                        Optional.ofNullable(work.reason()).map(it -> "work not counted, " + it),
                        Optional.of("work without the JDK's, which is up to chance")
                                .filter(it -> work.isJdkByChance()),
                        WorkText.releases(work),
                        Optional.of(work.uncounted())
                                .filter(it -> !it.isEmpty())
                                .map(it -> "work without that of " + Sections.some(it) + ", which cannot be counted"))
                .flatMap(Optional::stream);
    }

    /** Of the intervals; those of a row's quantities are wider, because they share the row's level. */
    private String confidences() {
        DoubleSummaryStatistics levels = verdicts.rows().stream()
                .flatMap(row -> row.score().stream())
                .mapToDouble(ScoreChange::level)
                .summaryStatistics();
        if (levels.getCount() == 0) {
            return confidence(1 - verdicts.rule().confidence());
        }
        String low = confidence(levels.getMax());
        String high = confidence(levels.getMin());
        return low.equals(high) ? low : low + " to " + high;
    }

    /** {@code 99.96%}: with two digits of what it lacks to all. */
    private static String confidence(double level) {
        BigDecimal lacks = new BigDecimal(100 * level).round(new MathContext(2));
        return BigDecimal.valueOf(100).subtract(lacks).stripTrailingZeros().toPlainString() + "%";
    }

    /** What limits the verdicts, the worst first, with what to do. */
    List<String> warnings() {
        boolean isPaired = verdicts.preface().isPaired();
        List<String> warnings = new ArrayList<>();
        note("NOT MEASURED (its output is in the log), ", row -> texts(row, Fate.NOT_MEASURED), warnings);
        note("FAILED" + (isPaired ? " (its output is in the log), " : ", "), row -> texts(row, Fate.FAILED), warnings);
        if (!verdicts.onlyInBase().isEmpty()) {
            warnings.add("missing in head (removed, renamed or failed?): " + names(verdicts.onlyInBase()));
        }
        if (!isPaired) {
            note("measured differently (measure both alike), ", VerdictNotes::differences, warnings);
        }
        note(
                "not judged, because " + NoVerdict.RATE_NOT_MET.text(),
                row -> Stream.of(" in most windows of a fork (name a lower rate)")
                        .filter(it -> row.isRateNotMet() && row.isWhole()),
                warnings);
        verdicts.warnings()
                .forEach((side, lines) ->
                        lines.forEach(line -> warnings.add("in " + side.toLowerCase(Locale.ROOT) + "'s log: " + line)));
        note("", row -> row.remarks().stream().map(VerdictNotes::cut), warnings);
        note("", this::ofBytes, warnings);
        note("skipped, ", row -> texts(row, Fate.SKIPPED), warnings);
        return warnings;
    }

    private static Stream<String> differences(RowVerdict row) {
        return row.differences().stream().map(VerdictNotes::cut);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " ...";
    }

    private static Stream<String> texts(RowVerdict row, Fate fate) {
        return reasons(row, fate).map(NoVerdict::text);
    }

    private static Stream<NoVerdict> reasons(RowVerdict row, Fate fate) {
        return row.reason().stream().filter(it -> row.fate() == fate);
    }

    private Stream<String> ofBytes(RowVerdict row) {
        if (row.allocates(AllocationVerdict.CANNOT_TELL)) {
            long judged = verdicts.rows().stream()
                    .filter(it -> it.isWhole() && it.allocation().isPresent())
                    .count();
            return Stream.of("B/op is inconclusive, it needs " + AllocationChange.forksNeeded((int) judged)
                    + (row.isByFiles() ? " files a side" : " forks a side, or 2 that allocate the same"));
        }
        return Stream.of("B/op is not comparable, because JMH counts differently on JDK 21 and later")
                .filter(it -> row.allocates(AllocationVerdict.NOT_COMPARABLE));
    }

    /** The mean's verdict where it decides, or is beyond the margin. */
    private static Stream<String> mean(RowVerdict row) {
        Stream<String> beyond = row.score().stream()
                .filter(it -> row.meanBeyond().isDecided())
                .map(it -> row.meanBeyond().name().toLowerCase(Locale.ROOT) + " by the mean alone, "
                        + EstimateText.change(it.byMean())
                        + ": some iterations take much longer on one side, by collections or by a busy"
                        + " machine. Measure again");
        return Stream.concat(
                beyond,
                Stream.of("decided by the mean, because JVM, collector or heap differ")
                        .filter(it -> row.score().stream().anyMatch(ScoreChange::meanDecides)
                                && row.fate() != Fate.NOT_JUDGED));
    }

    /** Adds a line for each text that rows have: the text and the names of these rows. */
    private void note(String before, Function<RowVerdict, Stream<String>> texts, List<String> lines) {
        byText(verdicts.rows(), RowVerdict::key, texts)
                .forEach((text, keys) -> lines.add(before + text + ": "
                        + (keys.size() > NAMED && keys.size() == verdicts.rows().size() ? "all rows" : names(keys))));
    }

    /** The rows that have each text. */
    private static <R> Map<String, List<RowKey>> byText(
            Collection<R> rows, Function<R, RowKey> key, Function<R, Stream<String>> texts) {
        Map<String, List<RowKey>> byText = new LinkedHashMap<>();
        rows.forEach(row -> texts.apply(row)
                .forEach(text ->
                        byText.computeIfAbsent(text, it -> new ArrayList<>()).add(key.apply(row))));
        return byText;
    }

    private String names(Collection<RowKey> rows) {
        int more = view.all() ? 0 : rows.size() - NAMED;
        return rows.stream()
                        .limit(rows.size() - Math.max(0, more))
                        .map(names::of)
                        .map(Sections::unbroken)
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + Sections.count(more, "more row") : "");
    }
}
