package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.history.RowHistory.Change;
import dev.callcost.history.RowHistory.RunPoint;
import dev.callcost.text.Table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A line of a report: a change of a row, or a row without one. */
public record HistoryLine(LineKind group, RowHistory row, Optional<Change> change) {
    /** Kinds of lines, in the order of reports. */
    public enum LineKind {
        NEWLY_SLOWER("newly slower"),
        SUSPECT("suspect"),
        SLOWER("slower before"),
        FASTER("faster"),
        MACHINE("by the machine"),
        DRIFT("drifting"),
        MISSING("missing in the newest run"),
        TOO_SHORT("with too few runs"),
        UNDONE("changed and back"),
        STEADY("steady");

        /** Counted, or told in one line. */
        static final Set<LineKind> COUNTED = EnumSet.of(DRIFT, MISSING, TOO_SHORT, UNDONE, STEADY);

        static final Set<LineKind> LIMITED = EnumSet.of(FASTER, MACHINE);

        private final String prose;

        LineKind(String prose) {
            this.prose = prose;
        }

        public String prose() {
            return prose;
        }
    }

    /** All lines, the worst first; within a group the newest change first. */
    static List<HistoryLine> of(Judgement judgement) {
        List<HistoryLine> lines = new ArrayList<>();
        for (RowHistory row : judgement.rows()) {
            row.changes().forEach(it -> lines.add(new HistoryLine(groupOf(it), row, Optional.of(it))));
            LineKind rest = judgement.isMissing(row)
                    ? LineKind.MISSING
                    : row.isTooShort() || row.changes().isEmpty() && row.isUndecided()
                            ? LineKind.TOO_SHORT
                            : LineKind.STEADY;
            if (rest != LineKind.STEADY || row.changes().isEmpty()) {
                lines.add(new HistoryLine(rest, row, Optional.empty()));
            }
        }
        lines.sort(Comparator.comparing(HistoryLine::group)
                .thenComparing(line -> -line.first())
                .thenComparing(
                        line -> line.change().map(it -> -Math.abs(it.size())).orElse(0.0)));
        return lines;
    }

    private static LineKind groupOf(Change change) {
        if (!change.stands()) {
            return LineKind.UNDONE;
        }
        return switch (change.kind()) {
            case CONFIRMED ->
                change.isSlower() && change.isNew()
                        ? LineKind.NEWLY_SLOWER
                        : change.isDrift() ? LineKind.DRIFT : change.isSlower() ? LineKind.SLOWER : LineKind.FASTER;
            case SUSPECT -> LineKind.SUSPECT;
            case MACHINE -> LineKind.MACHINE;
        };
    }

    /** The size of the change; empty without one. */
    String size() {
        return change.map(row::text).orElse("");
    }

    /** Whether it is a change from zero or to zero, which has no size in percent. */
    boolean isOfZero() {
        return change.filter(row::isOfZero).isPresent();
    }

    public RowKey key() {
        return row.key();
    }

    public boolean isSlower() {
        return change.filter(Change::isSlower).isPresent();
    }

    /** Index of the first run with the change; -1 without one. */
    public int first() {
        return change.map(Change::first).orElse(-1);
    }

    /** What reports and pages show of the lines of a history. */
    public record HistoryColumns(Judgement judgement, RowNames names) {
        /** So many runs are in a sparkline. */
        private static final int RUNS = 40;

        private static final String LEVELS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
        private static final char NOT_JUDGED = '\u00b7';

        public Column<HistoryLine> verdict() {
            return Column.left("verdict", line -> line.group().prose());
        }

        public Column<HistoryLine> row() {
            return Column.left("row", line -> names.of(line.key()));
        }

        public Column<HistoryLine> change() {
            return Column.right("change", HistoryLine::size);
        }

        public Column<HistoryLine> interval() {
            return Column.right(
                    "interval", line -> line.change().map(it -> line.row().interval(it)));
        }

        public Column<HistoryLine> goodBad() {
            return Column.right("good..bad", ofChange(it -> judgement.range(it.good(), it.bad())));
        }

        /** The judged runs since the change. */
        public Column<HistoryLine> runs() {
            return Column.right("runs", ofChange(Change::since));
        }

        /** What else there is to know of a change. */
        public Column<HistoryLine> note() {
            return Column.left("note", ofChange(this::note));
        }

        /** The row's last runs in a line: the height is the time, a dot a run that is not judged, a gap a cut. */
        Column<HistoryLine> lastRuns() {
            return Column.left("last " + RUNS + " runs", line -> sparkline(line.row));
        }

        private static String sparkline(RowHistory row) {
            List<RunPoint> points = row.points()
                    .subList(
                            Math.max(0, row.points().size() - RUNS),
                            row.points().size());
            DoubleSummaryStatistics times = points.stream()
                    .filter(RunPoint::isJudged)
                    .mapToDouble(RunPoint::logNanos)
                    .summaryStatistics();
            double spread = times.getMax() - times.getMin();
            StringBuilder line = new StringBuilder();
            for (RunPoint point : points) {
                boolean isCut = line.length() > 0 && row.stretches().stream().anyMatch(it -> it.first() == point.run());
                double share = spread > 0 ? (point.logNanos() - times.getMin()) / spread : 0;
                int level = (int) Math.min(LEVELS.length() - 1, share * LEVELS.length());
                line.append(isCut ? " " : "").append(point.isJudged() ? LEVELS.charAt(level) : NOT_JUDGED);
            }
            return line.toString();
        }

        private static Function<HistoryLine, Optional<?>> ofChange(Function<Change, ?> cell) {
            return line -> line.change().map(cell);
        }

        private String note(Change change) {
            HistoryRun good = judgement.runs().get(change.good()).run();
            HistoryRun first = judgement.runs().get(change.first()).run();
            String sure = switch (change.kind()) {
                case SUSPECT -> "needs a second run";
                case MACHINE -> good.updated(first).isEmpty() ? "two runs of one commit" : "";
                case CONFIRMED ->
                    change.isDrift() ? "in " + change.steps() + " steps" : change.since() == 2 ? "two runs agree" : "";
            };
            return Stream.of(sure, good.updated(first))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
        }
    }
}
