package dev.callcost.history;

import dev.callcost.history.RowHistory.RunPoint;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** A row's last runs in a line: the height is the time, a dot a run that is not judged, a gap a cut. */
final class Sparkline {
    private static final int RUNS = 40;
    private static final String LEVELS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
    private static final char NOT_JUDGED = '\u00b7';

    private Sparkline() {}

    static String of(RowHistory row) {
        List<RunPoint> points = row.points()
                .subList(Math.max(0, row.points().size() - RUNS), row.points().size());
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
}
