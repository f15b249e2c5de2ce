package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Uncontended;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Annotations;
import dev.callcost.text.Grid;
import dev.callcost.text.JUnitXml;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as text, Markdown, HTML and JSON: the outcome, the rows that changed, what was compared, and what limits the verdicts.
 *
 * @param strict whether everything must be shown for the outcome OK
 * @param names of all rows
 */
public record VerdictReport(Verdicts verdicts, boolean strict, RowNames names) {
    /** A line names its rows up to this number, and counts more. */
    private static final int NAMED = 3;

    private static final int MOST_WARNINGS = 5;

    /** Inconclusive rows that are shown where no row is decided; otherwise the largest change alone is. */
    private static final int HINTS = 5;

    /** More forks or pairs are not worth their time: the machine does not show such a difference. */
    private static final int MOST_NEEDED = 100;

    /** A name with blanks that a line does not break. */
    private static final int LONGEST_NAME = 60;

    /** From this width on, names are shortened so that the numbers of forks stay. */
    private static final int WIDE = 100;

    /** Stands for a blank at which no line breaks, until the lines are made. */
    private static final char GLUE = '\ue000';

    /** Brackets, and numbers with their units. */
    private static final Pattern UNBROKEN =
            Pattern.compile("[\\[(][^\\[\\]()]{1,60}[\\])]|\\d (?:[num]?s|min|h|B|MiB|GiB)\\b");

    /** Lines of a kind in the table, in the order of the groups. */
    enum Group {
        NOT_MEASURED("not measured"),
        FAILED("failed"),
        SLOWER("slower"),
        MORE("allocates more"),
        FASTER("faster"),
        LESS("allocates less"),
        WARMING("still drifting"),
        MEAN_BEYOND("same by the median alone"),
        SAME("same"),
        UNDECIDED("inconclusive"),
        CANNOT_TELL("too few forks"),
        SKIPPED("skipped"),
        LEFT_OUT("left out"),
        NOT_JUDGED("not judged");

        /** Groups whose rows are counted when there are many. */
        static final Set<Group> COUNTED = EnumSet.of(SAME, UNDECIDED, CANNOT_TELL, SKIPPED, LEFT_OUT, NOT_JUDGED);

        static final Set<Group> OPEN = EnumSet.of(UNDECIDED, CANNOT_TELL);

        final String prose;

        Group(String prose) {
            this.prose = prose;
        }

        static Group of(VerdictRow row) {
            return row.meanBeyond().isDecided()
                    ? MEAN_BEYOND
                    : valueOf(row.verdict().name());
        }

        boolean isImproved() {
            return this == FASTER || this == LESS;
        }

        boolean isOfBytes() {
            return this == MORE || this == LESS;
        }
    }

    /** A line of the table: a row with its time, or with the bytes that it allocates. */
    record Line(Group group, VerdictRow row) {
        static Stream<Line> of(VerdictRow row) {
            Stream<Line> bytes = row
                    .allocation()
                    .map(it -> it.verdict().name())
                    .filter(Set.of(Group.MORE.name(), Group.LESS.name())::contains)
                    .map(verdict -> new Line(Group.valueOf(verdict), row))
                    .stream();
            return Stream.concat(Stream.of(new Line(Group.of(row), row)), bytes);
        }

        double size() {
            return VerdictReport.size(row);
        }

        /** @param words whether groups have the verdict's names, as in Markdown */
        String verdict(boolean words) {
            if (group == Group.MEAN_BEYOND) {
                return (words ? row.word() : Group.SAME.prose) + " (mean "
                        + EstimateText.change(row.score().orElseThrow().byMean()) + ")";
            }
            return words ? word(group.name()) : group.prose;
        }
    }

    /**
     * Which rows of a comparison are shown, and how wide. The outcome is that of all rows.
     *
     * @param width in letters, of text
     * @param all whether each row has a line and each warning is shown; otherwise, of more than ten rows, those that did not change are counted
     * @param only what is found in the labels or names of the rows that are shown; empty for all rows
     */
    public record View(int width, boolean all, Optional<Pattern> only) {
        /** Every row, in lines of any length. */
        public static final View EVERYTHING = new View(Terminal.ENDLESS, true, Optional.empty());

        private static final int FEW = 10;
    }

    public VerdictReport(Verdicts verdicts, boolean strict) {
        this(verdicts, strict, verdicts.names());
    }

    public Verdicts.Outcome outcome() {
        return verdicts.outcome(strict);
    }

    /** For a terminal. */
    public String text(View view) {
        List<Line> shown = new ArrayList<>(lines().stream()
                .filter(line -> view.only()
                        .map(regexp -> line.row().key().has(regexp)
                                || regexp.matcher(names.of(line.row().key())).find())
                        .orElse(view.all()
                                || verdicts.rows().size() <= View.FEW && line.group() != Group.NOT_JUDGED
                                || !Group.COUNTED.contains(line.group())))
                .toList());
        if (view.only().isEmpty()) {
            boolean isDecided =
                    verdicts.rows().stream().anyMatch(row -> row.verdict().isDecided());
            lines().stream()
                    .filter(line -> Group.OPEN.contains(line.group())
                            && line.row().slowdown().isPresent()
                            && !shown.contains(line))
                    .sorted(Comparator.comparing(line -> -line.size()))
                    .limit(isDecided ? 1 : HINTS)
                    .sorted(Comparator.comparing(Line::group))
                    .forEach(shown::add);
        }
        return render(Sections.text(view.width()), shown, false, view);
    }

    /** For a Markdown file, everything. */
    public String document() {
        return render(new Sections(true), lines(), true, View.EVERYTHING);
    }

    /** For a page, everything. */
    public String html() {
        return render(Sections.html(), lines(), false, View.EVERYTHING);
    }

    /** For a pull request: the outcome and the rows that changed, the rest folded away. */
    public String markdown() {
        List<Line> changed = lines().stream()
                .filter(line -> !Group.COUNTED.contains(line.group()))
                .toList();
        Sections first =
                new Sections(true).paragraph("**" + answer() + "**").table(grid(changed, true, Terminal.ENDLESS));
        return addShared(first, changed).text()
                + "\n<details><summary>"
                + Sections.count(verdicts.rows().size(), "row")
                + ", and how they were judged</summary>\n\n" + document() + "\n</details>\n";
    }

    /** The rows alone, as a Markdown table, and what their names leave out. */
    public String table() {
        return addShared(new Sections(true).table(grid(lines(), true, Terminal.ENDLESS)), lines())
                .text();
    }

    /** For Jenkins, GitLab and others: a test case a row. */
    public String junit() {
        return JUnitXml.of("callcost", VerdictCases.of(this));
    }

    /** For GitHub Actions: workflow commands, which become annotations. */
    public String annotations() {
        return Annotations.of("callcost", answer(), VerdictCases.of(this));
    }

    /** For programs, see {@link VerdictJson}. */
    public String json() {
        return VerdictJson.text(verdicts, strict);
    }

    private String render(Sections report, List<Line> shown, boolean words, View view) {
        Verdicts.Preface preface = verdicts.preface();
        report.paragraph(answer()).table(grid(shown, words, view.width())).paragraph(notShown(shown, view));
        addShared(report, shown).list(unbroken(preface.sides())).list("Measured:", unbroken(preface.measured()));
        List<String> notes = new ArrayList<>();
        notes.add("intervals of " + confidences() + ", " + gate().margins().text(verdicts.rows())
                + ": src/docs/statistics.md");
        if (isByFiles()) {
            notes.add(unit());
        }
        if (preface.isPaired()) {
            notes.addAll(noted(VerdictRow::differences, difference -> "base and head differ: " + difference, view));
        } else {
            if (!verdicts.rows().stream().filter(row -> row.sides().isPresent()).allMatch(VerdictRow::isByFiles)) {
                notes.add(
                        "base and head were measured one after the other: a machine that changed in between shows as a"
                                + " difference. compare avoids that.");
            }
            if (verdicts.rows().stream()
                    .flatMap(row -> row.sides().stream())
                    .flatMap(it -> Stream.of(it.base(), it.head()))
                    .anyMatch(Uncontended::hasCanary)) {
                notes.add(
                        "all iterations count here; a report excludes contended ones and removes round drift, so its figures"
                                + " can differ");
            }
        }
        List<String> ignored = verdicts.rows().stream()
                .flatMap(row -> row.sides().stream())
                .flatMap(sides -> sides.ignored().stream())
                .distinct()
                .toList();
        if (!ignored.isEmpty()) {
            notes.add("not counted as differences, because only paths or ports differ: " + String.join(", ", ignored));
        }
        notes.addAll(noted(row -> mean(row).stream().toList(), it -> it, view));
        notes.addAll(noted(row -> row.confirmed().stream().toList(), it -> it, view));
        notes.addAll(noted(
                row -> reasons(row, Verdict.NOT_JUDGED).stream()
                        .filter(why -> !why.equals(Quantities.SHOWN))
                        .toList(),
                it -> "not judged, " + it,
                view));
        if (!verdicts.onlyInHead().isEmpty()) {
            notes.add("only in head: " + names(verdicts.onlyInHead(), view));
        }
        List<String> warnings = warnings(view);
        int most = view.all() ? warnings.size() : Math.min(MOST_WARNINGS, warnings.size());
        List<String> told = new ArrayList<>(warnings.subList(0, most));
        if (most < warnings.size()) {
            told.add("and " + Sections.count(warnings.size() - most, "more warning") + " (--all shows all)");
        }
        return report.list("Notes:", unbroken(notes))
                .list("Warnings:", unbroken(told))
                .text()
                .replace(GLUE, ' ');
    }

    /** Of the intervals; those of a row's quantities are wider, because they share the row's level. */
    private String confidences() {
        return verdicts.rows().stream()
                .flatMap(row -> row.score().stream())
                .map(ScoreComparison::level)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .map(level -> Numbers.percent(1 - level, 4))
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(),
                        all -> all.isEmpty()
                                ? Numbers.percent(verdicts.rule().confidence(), 4)
                                : all.size() == 1 ? all.get(0) : all.get(0) + " to " + all.get(all.size() - 1)));
    }

    private static List<String> unbroken(List<String> lines) {
        return lines.stream()
                .map(line -> UNBROKEN.matcher(line)
                        .replaceAll(
                                part -> Matcher.quoteReplacement(part.group().replace(' ', GLUE))))
                .toList();
    }

    /** All lines, those that matter most first: by group, and by how far they are from no change. */
    List<Line> lines() {
        return verdicts.rows().stream()
                .flatMap(Line::of)
                .sorted(Comparator.comparing(Line::group).thenComparing(line -> -line.size()))
                .toList();
    }

    /** A table of lines, in words and of any width. */
    Grid grid(List<Line> lines) {
        return grid(lines, false, Terminal.ENDLESS);
    }

    /** @param words whether groups have the verdict's names, as in Markdown */
    private Grid grid(List<Line> lines, boolean words, int width) {
        boolean isPaired = verdicts.preface().isPaired();
        boolean ownMargins = gate().margins().differ(verdicts.rows());
        Grid grid = new Grid()
                .grouped()
                .left("verdict", "row")
                .right("change", "interval", "base -> head", isPaired ? "pairs" : "forks");
        if (ownMargins) {
            grid.right("margin");
        }
        grid.right("needs", "resolution")
                .droppable(width < WIDE ? "resolution needs forks pairs".split(" ") : "resolution needs".split(" "));
        for (Line line : lines) {
            VerdictRow row = line.row();
            String group = words || line.group() != Group.CANNOT_TELL ? line.verdict(words) : prose(line.group());
            String name = names.of(row.key());
            String forks = row.count(isPaired);
            List<String> cells = new ArrayList<>(List.of(group, name));
            if (line.group().isOfBytes()) {
                AllocationComparison bytes = row.allocation().orElseThrow();
                cells.add(bytes.base() > 0 ? EstimateText.change(bytes.head() / bytes.base()) : "");
                cells.addAll(List.of("", bytes(bytes.base()) + " -> " + bytes(bytes.head()) + " B", forks, "", ""));
                if (ownMargins) {
                    cells.add("");
                }
            } else {
                cells.add(row.slowdown().map(EstimateText::change).orElse(""));
                cells.add(row.score().map(VerdictReport::interval).orElse(""));
                cells.add(row.sides().map(it -> scores(row, it)).orElse(""));
                cells.add(forks);
                if (ownMargins) {
                    cells.add(Numbers.percent(gate().margins().of(row.key()), 1));
                }
                cells.add(
                        row.needed() == 0
                                ? ""
                                : needed(row.needed()) + (isPaired ? " more" : row.isByFiles() ? " files" : " forks"));
                cells.add(row.paired()
                        .map(PairedComparison::resolution)
                        .filter(it -> it < 1)
                        .map(Numbers::percent)
                        .orElse(""));
            }
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }

    private Gate gate() {
        return verdicts.gate();
    }

    /** Whether the intervals of some rows come from how much files differ, not forks. */
    private boolean isByFiles() {
        return verdicts.rows().stream().anyMatch(VerdictRow::isByFiles);
    }

    private String prose(Group group) {
        return group == Group.CANNOT_TELL && isByFiles() ? "too few files" : group.prose;
    }

    /** An interval that is wider than the ratio itself tells nothing. */
    private static String interval(ScoreComparison score) {
        return score.high() > 2 * score.slowdown().value()
                ? "too wide"
                : EstimateText.changes(score.low(), score.high());
    }

    private static String bytes(double bytes) {
        return Numbers.bytes(OptionalDouble.of(bytes));
    }

    private static String scores(VerdictRow row, RowSides sides) {
        String before = row.scoreOfBase(sides);
        String head = row.scoreOfHead(sides);
        String unit = before.replaceFirst("\\S+", "");
        return (head.endsWith(unit) ? before.replace(unit, "") : before) + " -> " + head;
    }

    private static String needed(int needed) {
        return needed > MOST_NEEDED ? "over " + MOST_NEEDED : String.valueOf(needed);
    }

    private static String word(String verdict) {
        return verdict.replace('_', ' ');
    }

    /** The outcome, and how many rows have which other verdict. */
    String answer() {
        int rows = verdicts.rows().size() - verdicts.with(Verdict.NOT_JUDGED).size();
        String of = " of " + Sections.count(rows, "row");
        Map<Group, Integer> counts = new EnumMap<>(Group.class);
        Verdicts.Outcome outcome = outcome();
        lines().stream()
                .filter(line -> !isTold(line, outcome))
                .forEach(line -> counts.merge(line.group(), 1, Integer::sum));
        String first = switch (outcome) {
            case REGRESSION ->
                "REGRESSION: " + changed(gate()::failsByTime, gate()::failsByBytes, of) + by("", " or more");
            case WARNING ->
                "WARNING: "
                        + changed(VerdictRow::isSlower, row -> row.allocates(AllocationVerdict.MORE), of)
                        + by("less than ", "");
            case NOT_MEASURED ->
                "NOT MEASURED: " + counts.remove(Group.NOT_MEASURED) + of + " could not be measured, "
                        + verdicts.with(Verdict.NOT_MEASURED).get(0).reason().orElseThrow();
            case FAILED -> {
                List<String> missing = gate().missing(verdicts);
                if (!missing.isEmpty()) {
                    yield "FAILED: " + missing.get(0)
                            + (missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more")
                            + ". No row is slower" + by("", " or more");
                }
                int failed = counts.remove(Group.FAILED);
                yield "FAILED: "
                        + (verdicts.preface().isPaired()
                                ? "forks of " + failed + of + " failed"
                                : failed + of + (failed == 1 ? " has" : " have") + " no usable scores")
                        + ". No row is slower" + by("", " or more");
            }
            case NOT_SHOWN -> "NOT SHOWN (--strict): " + unshown();
            case OK ->
                verdicts.isComplete()
                        ? "OK: " + noneSlower()
                        : isAnyDecided() ? "No regression found: " + unshown() : "INCONCLUSIVE: " + unshown();
        };
        counts.remove(Group.NOT_JUDGED);
        Optional.ofNullable(counts.remove(Group.MEAN_BEYOND))
                .ifPresent(flagged -> counts.merge(Group.SAME, flagged, Integer::sum));
        List<String> others = counts.entrySet().stream()
                .map(it -> it.getValue() + " " + prose(it.getKey()) + (it.getKey() == Group.SLOWER ? " by less" : ""))
                .collect(Collectors.toCollection(ArrayList::new));
        if (!verdicts.onlyInBase().isEmpty()) {
            others.add(verdicts.onlyInBase().size() + " missing in head");
        }
        return first + "." + (others.isEmpty() ? "" : " " + String.join(", ", others) + ".");
    }

    /** Whether the first sentence counts the line. */
    private boolean isTold(Line line, Verdicts.Outcome outcome) {
        return switch (outcome) {
            case REGRESSION ->
                line.group() == Group.SLOWER && gate().failsByTime(line.row())
                        || line.group() == Group.MORE && gate().failsByBytes(line.row());
            case WARNING -> line.group() == Group.SLOWER || line.group() == Group.MORE;
            default -> false;
        };
    }

    private String changed(Predicate<VerdictRow> byTime, Predicate<VerdictRow> byBytes, String of) {
        long slower = verdicts.rows().stream().filter(byTime).count();
        long more = verdicts.rows().stream().filter(byBytes).count();
        return (slower > 0 ? slower + of + (slower == 1 ? " is slower" : " are slower") : "")
                + (slower > 0 && more > 0 ? ", " + more : more > 0 ? more + of : "")
                + (more == 0 ? "" : more == 1 ? " allocates more" : " allocate more");
    }

    /** The level of {@code --fail-at}; empty without it. */
    private String by(String before, String after) {
        return gate().failAt().isEmpty()
                ? ""
                : " by " + before + Numbers.percent(gate().failAt().getAsDouble(), 1) + after;
    }

    /** What the unit of replication is, and how many there are. */
    private String unit() {
        Map<String, Long> counts = verdicts.rows().stream()
                .filter(row -> row.sides().isPresent())
                .collect(Collectors.groupingBy(
                        row -> row.isByFiles() ? row.count(false) : "forks",
                        LinkedHashMap::new,
                        Collectors.counting()));
        String units = counts.size() == 1
                ? counts.keySet().iterator().next()
                : counts.entrySet().stream()
                        .map(it -> it.getKey() + " (" + Sections.count(it.getValue(), "row") + ")")
                        .collect(Collectors.joining(", "));
        return "files are the unit: " + units
                + "; an interval contains how much files differ, base's first with head's first and so on where both"
                + " sides have equally many";
    }

    private boolean isAnyDecided() {
        return verdicts.rows().stream().anyMatch(row -> row.verdict().isDecided());
    }

    private String noneSlower() {
        List<VerdictRow> means = verdicts.slowerByMean();
        boolean isAnySlower = verdicts.rows().stream().anyMatch(VerdictRow::isSlower);
        String none = "no row is slower" + (isAnySlower ? by("", " or more") : means.isEmpty() ? "" : " by its median");
        if (means.isEmpty()) {
            return none;
        }
        VerdictRow first = means.get(0);
        return none + ", but " + Sections.count(means.size(), "row")
                + (means.size() == 1 ? " is by its mean, " : " are by their means, the most ")
                + named(first, first.score().orElseThrow().byMean());
    }

    private String named(VerdictRow row, Estimate change) {
        return names.of(row.key()) + " " + EstimateText.change(change);
    }

    /** Why not everything is shown. */
    private String unshown() {
        if (isAnyDecided()) {
            return noneSlower() + (verdicts.isComplete() ? "" : ", but not every row is decided and measured alike");
        }
        List<VerdictRow> open = verdicts.rows().stream()
                .filter(row ->
                        Group.OPEN.contains(Group.of(row)) && row.slowdown().isPresent())
                .sorted(Comparator.comparing(VerdictReport::size).reversed())
                .toList();
        if (open.isEmpty()) {
            return "no row is decided";
        }
        int forks = open.stream()
                .mapToInt(row -> row.verdict() == Verdict.CANNOT_TELL
                        ? row.slowdown().orElseThrow().forks()
                        : Integer.MAX_VALUE)
                .max()
                .orElseThrow();
        return (forks == 1
                        ? "one fork a side decides nothing"
                        : forks < Integer.MAX_VALUE
                                ? Sections.count(forks, isByFiles() ? "file" : "fork") + " a side are too few"
                                : "no row is decided")
                + "; " + largest(open);
    }

    /** The largest change of open rows, and those that are unusual: hints, no verdicts. */
    private String largest(List<VerdictRow> open) {
        List<VerdictRow> unusual =
                open.stream().filter(row -> row.unusualAmong() > 0).toList();
        String first = "the largest change is "
                + named(open.get(0), open.get(0).slowdown().orElseThrow());
        String others = " (the others changed by at most "
                + open.stream()
                        .filter(row -> row.unusualAmong() == 0)
                        .findFirst()
                        .map(row -> Numbers.percent(Math.expm1(size(row)), 1))
                        .orElse("")
                + ")";
        if (unusual.isEmpty()) {
            return first;
        }
        return unusual.equals(open.subList(0, 1))
                ? first + ", unusual among " + unusual.get(0).unusualAmong() + " rows" + others
                : first + "; unusual are "
                        + unusual.stream()
                                .limit(NAMED)
                                .map(row -> named(row, row.slowdown().orElseThrow()))
                                .collect(Collectors.joining(", "))
                        + (unusual.size() > NAMED ? " and " + Sections.count(unusual.size() - NAMED, "more row") : "")
                        + others;
    }

    private static double size(VerdictRow row) {
        return row.slowdown().map(it -> Math.abs(it.logMean())).orElse(0.0);
    }

    /** What would decide the inconclusive rows, and how many rows are not shown. */
    private String notShown(List<Line> shown, View view) {
        String needs = "";
        int[] needed = verdicts.rows().stream()
                .filter(row -> Group.OPEN.contains(Group.of(row)))
                .mapToInt(VerdictRow::needed)
                .filter(it -> it > 0)
                .sorted()
                .toArray();
        if (needed.length > 0) {
            String least = needed(needed[0]);
            String most = needed(needed[needed.length - 1]);
            needs = Sections.count(needed.length, "inconclusive row")
                    + (needed.length == 1 ? " needs " : " need ")
                    + (needed[0] > MOST_NEEDED ? "" : "about ")
                    + least
                    + (least.equals(most) ? "" : " to " + most)
                    + (verdicts.preface().isPaired()
                            ? " more pairs."
                            : isByFiles() ? " files a side." : " forks a side.");
        }
        Map<String, Long> counts = lines().stream()
                .filter(line -> !shown.contains(line))
                .collect(Collectors.groupingBy(line -> prose(line.group()), LinkedHashMap::new, Collectors.counting()));
        String hidden = counts.entrySet().stream()
                .map(it -> it.getValue() + " " + it.getKey())
                .collect(Collectors.joining(
                        ", ", " Not shown: ", view.only().isPresent() ? "." : " (--all lists them)."));
        return (needs + (counts.isEmpty() ? "" : hidden)).strip();
    }

    /** What limits the verdicts, the worst first, with what to do. */
    private List<String> warnings(View view) {
        List<String> warnings = new ArrayList<>();
        warnings.addAll(gate().missing(verdicts));
        gate().margins().unused(verdicts.keys()).forEach(it -> warnings.add("matches no row (renamed?): " + it));
        Function<Verdict, Function<VerdictRow, List<String>>> reasons = verdict -> row -> reasons(row, verdict);
        warnings.addAll(noted(
                reasons.apply(Verdict.NOT_MEASURED), it -> "NOT MEASURED (its output is in the log), " + it, view));
        warnings.addAll(noted(
                reasons.apply(Verdict.FAILED),
                it -> (verdicts.preface().isPaired() ? "FAILED (its output is in the log), " : "FAILED, ") + it,
                view));
        if (!verdicts.onlyInBase().isEmpty()) {
            warnings.add("missing in head (removed, renamed or failed?): " + names(verdicts.onlyInBase(), view));
        }
        if (!verdicts.preface().isPaired()) {
            warnings.addAll(
                    noted(VerdictRow::differences, it -> "measured differently (measure both alike), " + it, view));
        }
        verdicts.warnings()
                .forEach((side, lines) ->
                        lines.forEach(line -> warnings.add("in " + side.toLowerCase(Locale.ROOT) + "'s log: " + line)));
        warnings.addAll(noted(VerdictRow::remarks, it -> it, view));
        warnings.addAll(noted(this::ofBytes, it -> it, view));
        warnings.addAll(noted(
                reasons.apply(Verdict.LEFT_OUT), it -> "left out (raise --budget or name fewer rows), " + it, view));
        warnings.addAll(noted(reasons.apply(Verdict.SKIPPED), it -> "skipped, " + it, view));
        return warnings;
    }

    private static List<String> reasons(VerdictRow row, Verdict verdict) {
        return row.verdict() == verdict ? row.reason().stream().toList() : List.of();
    }

    private List<String> ofBytes(VerdictRow row) {
        if (row.allocates(AllocationVerdict.CANNOT_TELL)) {
            long judged = verdicts.rows().stream()
                    .filter(it -> verdicts.preface().isPaired()
                            ? it.verdict() != Verdict.LEFT_OUT
                            : it.sides()
                                    .map(RowSides::base)
                                    .filter(Quantities::isWhole)
                                    .isPresent())
                    .count();
            return List.of("B/op is inconclusive, it needs " + AllocationComparison.forksNeeded((int) judged)
                    + (row.isByFiles() ? " files a side" : " forks a side"));
        }
        return row.allocates(AllocationVerdict.NOT_COMPARABLE)
                ? List.of("B/op is not comparable, because JMH counts differently on JDK 21 and later")
                : List.of();
    }

    /** The mean's verdict where it decides, or differs from the median's. */
    private static Optional<String> mean(VerdictRow row) {
        if (row.meanBeyond().isDecided()) {
            return Optional.of(
                    "the median is the same and the mean is not: some iterations take much longer on one side,"
                            + " by pauses of the code or by a loud moment of the machine. Measure again");
        }
        return row.score()
                .filter(it -> it.meanDecides() || it.meanVerdict() != it.medianVerdict())
                .map(it -> it.meanDecides()
                        ? "decided by the mean, because JVM, collector or heap differ; by the median "
                                + word(it.medianVerdict().name())
                        : "by the mean " + EstimateText.change(it.byMean()) + ", "
                                + word(it.meanVerdict().name()));
    }

    /** A line for each text that rows have, made of the text and the names of these rows. */
    private List<String> noted(Function<VerdictRow, List<String>> texts, Function<String, String> line, View view) {
        Map<String, List<RowKey>> rows = new LinkedHashMap<>();
        verdicts.rows()
                .forEach(row -> texts.apply(row)
                        .forEach(text -> rows.computeIfAbsent(text, it -> new ArrayList<>())
                                .add(row.key())));
        return rows.entrySet().stream()
                .map(it -> line.apply(it.getKey()) + ": "
                        + (it.getValue().size() > NAMED
                                        && it.getValue().size()
                                                == verdicts.rows().size()
                                ? "all rows"
                                : names(it.getValue(), view)))
                .toList();
    }

    private String names(Collection<RowKey> rows, View view) {
        int more = view.all() ? 0 : rows.size() - NAMED;
        return rows.stream()
                        .limit(rows.size() - Math.max(0, more))
                        .map(names::of)
                        .map(name -> name.length() > LONGEST_NAME ? name : name.replace(' ', GLUE))
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + Sections.count(more, "more row") : "");
    }

    private Sections addShared(Sections report, List<Line> shown) {
        return names.addShared(
                report, shown.stream().map(line -> line.row().key()).distinct().toList());
    }
}
