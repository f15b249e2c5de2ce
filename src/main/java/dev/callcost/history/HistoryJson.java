package dev.callcost.history;

import dev.callcost.history.RowJudgement.LastTwo;
import dev.callcost.text.JsonDocument;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A judged history for programs. Runs are named by their indices in {@code runs}; times are in nanoseconds, without the runs' paces; changes are ratios less
 * one, plus for slower. A number that is not known is left out. src/docs/history.md has all members.
 */
final class HistoryJson {
    private static final MathContext DIGITS = new MathContext(6);

    private HistoryJson() {}

    /** The JSON, ending in a line feed. */
    static String text(HistoryReport report) {
        Judgement judgement = report.judgement();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost history 1");
        json.put("source", judgement.history().source());
        json.put("outcome", report.outcome());
        json.put("margin", judgement.margin());
        report.since().ifPresent(run -> json.put("since", run));
        json.put("runs", judgement.runs().stream().map(HistoryJson::run).toList());
        json.put(
                "rows",
                judgement.rows().stream()
                        .map(row -> row(row, judgement.runs().size()))
                        .toList());
        json.put(
                "shared",
                judgement.shared().stream()
                        .map(it -> new SharedJson(
                                it.bad(), change(it.size()), it.rows().size(), it.of()))
                        .toList());
        json.put("notes", judgement.history().notes());
        return JsonDocument.of(json);
    }

    private record RunJson(
            String label, String commit, String time, Map<String, String> machine, Double pace, String leftOut) {}

    private record SharedJson(int bad, BigDecimal change, int rows, int of) {}

    private record StretchJson(int first, int last, int runs, BigDecimal median) {}

    private record ChangeJson(
            String verdict,
            int good,
            int bad,
            BigDecimal change,
            BigDecimal low,
            BigDecimal high,
            BigDecimal p,
            int runs,
            int needed,
            boolean isNew,
            boolean stands,
            String accepted) {}

    private record LastTwoJson(
            int base, int head, String verdict, BigDecimal change, BigDecimal low, BigDecimal high) {}

    private static RunJson run(JudgedRun run) {
        OptionalDouble pace = run.pace();
        return new RunJson(
                run.run().label(),
                run.run().commit().orElse(null),
                run.run().time().map(Object::toString).orElse(null),
                run.run().machine(),
                pace.isPresent() ? change(pace.getAsDouble()).doubleValue() : null,
                run.leftOut().orElse(null));
    }

    private static Map<String, Object> row(RowJudgement row, int runs) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("benchmark", row.key().benchmark());
        json.put("mode", row.key().mode());
        json.put("threads", row.key().threads());
        json.put("params", row.key().params());
        json.put("unit", row.unit());
        json.put("presence", row.presence());
        json.put("tooShort", row.isTooShort());
        json.put("noise", number(row.noise()));
        json.put("segments", row.segments());
        json.put(
                "stretches",
                row.stretches().stream()
                        .map(it -> new StretchJson(it.first(), it.last(), it.runs(), number(Math.exp(it.median()))))
                        .toList());
        json.put("candidates", row.candidates());
        json.put("changes", row.changes().stream().map(HistoryJson::change).toList());
        json.put("bytes", row.bytes());
        row.lastTwo().ifPresent(it -> json.put("oneAgainstOne", lastTwo(it)));
        json.put("times", times(row, runs));
        json.put(
                "notJudged",
                row.points().stream()
                        .filter(point -> !point.isJudged())
                        .map(RowJudgement.Point::run)
                        .toList());
        return json;
    }

    private static ChangeJson change(Change change) {
        return new ChangeJson(
                verdict(change),
                change.good(),
                change.bad(),
                change(change.size()),
                change(change.low()),
                change(change.high()),
                change.p().isPresent() ? number(change.p().getAsDouble()) : null,
                change.since(),
                change.needed(),
                change.isNew(),
                change.stands(),
                change.accepted().orElse(null));
    }

    private static String verdict(Change change) {
        return switch (change.kind()) {
            case CONFIRMED -> change.isSlower() ? "SLOWER" : "FASTER";
            default -> change.kind().name();
        };
    }

    private static LastTwoJson lastTwo(LastTwo two) {
        boolean hasInterval = two.slowdown().hasInterval();
        return new LastTwoJson(
                two.base(),
                two.head(),
                two.verdict().name(),
                change(two.slowdown().logMean()),
                hasInterval ? change(Math.log(two.slowdown().low())) : null,
                hasInterval ? change(Math.log(two.slowdown().high())) : null);
    }

    /** One for each run; null where the run lacks the row. */
    private static List<BigDecimal> times(RowJudgement row, int runs) {
        BigDecimal[] times = new BigDecimal[runs];
        row.points().forEach(point -> times[point.run()] = number(Math.exp(point.logNanos())));
        return Arrays.asList(times);
    }

    private static BigDecimal change(double log) {
        return number(Math.expm1(log));
    }

    private static BigDecimal number(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS) : null;
    }
}
