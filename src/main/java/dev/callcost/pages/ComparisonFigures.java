package dev.callcost.pages;

import dev.callcost.compare.evidence.PairDifference;
import dev.callcost.compare.evidence.ScoreChange;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.judge.PairVerdicts.JudgedSession;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictTable;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.Session;
import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.file.BadFileException;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Panel.Lane;
import dev.callcost.plot.Picture;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sessions of {@code compare}: what they say in a sentence, and their forest plot.
 *
 * @param sessions by their folders
 */
record ComparisonFigures(VerdictReport verdict, Map<Path, Session> sessions) implements Subject {
    private static final int LANE = 30;

    /** The reach of the picture, in margins, at least. */
    private static final double LEAST_REACH = 2;

    /** An interval is cut where it ends so many times farther from zero than all changes. */
    private static final double REACH = 1.5;

    /** @throws CommandException (usage) when the sessions have different margins */
    static ComparisonFigures of(Map<Path, Session> sessions) {
        try {
            return new ComparisonFigures(sessions, PairVerdicts.of(List.copyOf(sessions.values())));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("report: " + e.getMessage());
        }
    }

    private ComparisonFigures(Map<Path, Session> sessions, Verdicts verdicts) {
        this(new VerdictReport(verdicts, false), sessions);
    }

    /** @param folder of the session */
    static ComparisonFigures of(Path folder, JudgedSession judged) {
        return new ComparisonFigures(Map.of(folder, judged.session()), judged.verdicts());
    }

    private Verdicts verdicts() {
        return verdict.verdicts();
    }

    private RowNames names() {
        return verdict.table().names();
    }

    @Override
    public String question() {
        return "did the change matter?";
    }

    @Override
    public String headline() {
        return verdict.headline();
    }

    @Override
    public String kind() {
        return verdict.kind();
    }

    @Override
    public String dek() {
        if (verdicts().isWorkAlone()) {
            return Stream.of(sentence(verdict.counted()), sentence(verdict.unmeasured()))
                    .filter(it -> !it.isEmpty())
                    .collect(Collectors.joining(" "));
        }
        String counts = verdict.groups().entrySet().stream()
                .map(it -> it.getValue().size() + " " + it.getKey())
                .collect(Collectors.joining(", "));
        String measured = Sections.count(verdicts().rows().size(), "row") + ": " + counts + ".";
        String margin = "A row is the same when its whole interval lies within ±"
                + Math.round(100 * verdicts().rule().margin()) + "%.";
        return Stream.of(
                        counts.isEmpty() ? "" : measured,
                        sentence(verdict.notLookedAt()),
                        sentence(verdict.unmeasured()),
                        counts.isEmpty() ? "" : margin)
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : text + ".";
    }

    @Override
    public List<String> facts() {
        return verdicts().preface().sides();
    }

    @Override
    public List<String> warnings() {
        return verdict.warnings();
    }

    @Override
    public Sections addTo(Sections report) {
        return report.isHtml()
                ? verdict.addRows(report)
                : report.add(report.isMarkdown() ? verdict.document() : verdict.text(new View(report.width(), true)));
    }

    @Override
    public Map<String, String> folded() {
        Map<String, String> folded = new LinkedHashMap<>();
        folded.put(VerdictReport.REACH, verdict.addReach(Sections.html()).text());
        folded.put("How the change was judged", verdict.html());
        return folded;
    }

    /** Those of slower rows, which {@code compare} wrote. */
    @Override
    public List<Map<String, String>> flameGraphs() {
        Map<String, String> graphs = new LinkedHashMap<>();
        sessions.forEach((folder, session) -> {
            for (RowKey row : session.header().rows()) {
                Path file = folder.resolve(PageFiles.flame(row.label()) + ".html");
                if (Files.isRegularFile(file)) {
                    try {
                        graphs.put(row.label(), Files.readString(file));
                    } catch (IOException e) {
                        throw new BadFileException(file, e);
                    }
                }
            }
        });
        return List.of(graphs);
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    /**
     * The forest plot: changes around zero, their intervals and pairs, and the band of changes that do not matter. The
     * rows that matter most are first. Empty when no row has a change.
     */
    @Override
    public List<Figure> figures() {
        List<RowVerdict> all = verdict.groups().values().stream()
                .flatMap(List::stream)
                .filter(row -> row.slowdown().isPresent())
                .toList();
        if (all.isEmpty()) {
            return List.of();
        }
        List<RowVerdict> rows = all.stream().limit(Figure.MOST_ROWS).toList();
        double margin = 100 * verdicts().rule().margin();
        double reach = REACH
                * Stream.concat(
                                rows.stream()
                                        .map(row -> row.slowdown().orElseThrow().value()),
                                verdicts().preface().together().stream()
                                        .filter(Together::isOfAll)
                                        .map(Together::ratio))
                        .mapToDouble(ratio -> Math.abs(percent(ratio)))
                        .reduce(LEAST_REACH * margin / REACH, Math::max);
        Mark[] behind = {
            Mark.band(-margin, margin),
            new Mark.Text(0, Mark.EDGE, -12, -30, "\u25c2 head is faster", "faster"),
            new Mark.Text(0, Mark.EDGE, 12, -30, "head is slower \u25b8", "slower")
        };
        List<Lane> lanes = Stream.concat(
                        verdicts().preface().together().stream()
                                .filter(Together::isOfAll)
                                .map(together -> lane(together, reach)),
                        rows.stream().map(row -> lane(row, reach)))
                .toList();
        Panel panel = Panel.lanes("", Axis.linear(-reach, reach, "%"), LANE, lanes, behind);
        return List.of(new Figure(
                "verdicts",
                "Mark: change of the time. Line: its interval. Grey ticks: pairs. Band: the margin."
                        + Figure.limit(all.size()),
                false,
                new Picture("The change and its margin", List.of(), List.of(panel))));
    }

    /** All rows together, by their first pairs. */
    private static Lane lane(Together all, double reach) {
        List<Mark> marks = new ArrayList<>(interval(percent(all.low()), percent(all.high()), reach, all.kind()));
        String text = all.change() + " " + all.interval().replace("%", "");
        marks.add(new Mark.Dot(percent(all.ratio()), Mark.MIDDLE, all.kind(), text));
        return new Lane(all.label(), marks, all.text())
                .withDetail("one pair each")
                .withEnd(text)
                .withKind(all.kind());
    }

    /** An interval, cut where it leaves the picture; nothing without one. */
    private static List<Mark> interval(double low, double high, double reach, String kind) {
        List<Mark> marks = new ArrayList<>();
        if (Double.isFinite(low)) {
            marks.add(Mark.range(low, high, kind));
            if (low < -reach) {
                marks.add(new Mark.Dot(low, Mark.MIDDLE, "cut left", ""));
            }
            if (high > reach) {
                marks.add(new Mark.Dot(high, Mark.MIDDLE, "cut right", ""));
            }
        }
        return marks;
    }

    private Lane lane(RowVerdict row, double reach) {
        ScoreChange score = row.score().orElseThrow();
        String open = row.isClear() ? VerdictTable.NO_LARGE_SLOWDOWN : "inconclusive";
        String kind = row.fate().isDecided() ? row.fate().name().toLowerCase(Locale.ROOT) : open;
        List<Mark> marks = new ArrayList<>();
        pairs(row.key()).forEach(pair -> marks.add(Mark.tick(percent(pair))));
        marks.addAll(interval(percent(score.low()), percent(score.high()), reach, kind));
        String interval =
                score.interval().replace("%", "").replace(ScoreChange.TOO_WIDE, "[" + ScoreChange.TOO_WIDE + "]");
        String text = (EstimateText.change(score.slowdown()) + " " + interval).strip();
        marks.add(new Mark.Dot(percent(score.slowdown().value()), Mark.MIDDLE, kind, text));
        String words = names().label(row.key()) + ": " + kind + " " + text;
        return new Lane(names().of(row.key()), marks, words).withEnd(text).withKind(kind);
    }

    /** Head's time over base's in each pair of a row that counts, by the statistic that decides. */
    private Stream<Double> pairs(RowKey key) {
        return sessions.values().stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.counts() && pair.row().equals(key))
                .flatMap(pair -> PairDifference.deciding(pair).stream())
                .map(Math::exp);
    }
}
