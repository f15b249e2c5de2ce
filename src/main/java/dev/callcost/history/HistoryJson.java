package dev.callcost.history;

import dev.callcost.text.JsonDocument;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A judged history for programs. Runs are named by their indices in {@code runs}; times are in nanoseconds, without the runs' paces; changes are ratios less
 * one, plus for slower. A number that is not known is left out. src/docs/history.md explains the members.
 */
public final class HistoryJson {
    private static final MathContext DIGITS = new MathContext(6);

    private HistoryJson() {}

    /** Ends in a line feed. */
    public static String of(HistoryReport report) {
        Judgement judgement = report.judgement();
        return JsonDocument.of(JsonDocument.object(
                "schema", "callcost history 1",
                "source", judgement.history().source(),
                "outcome", report.outcome(),
                "margin", judgement.margin(),
                "since", report.since().isPresent() ? report.since().getAsInt() : null,
                "runs", judgement.runs().stream().map(HistoryJson::run).toList(),
                "rows",
                        judgement.rows().stream()
                                .map(row -> row(row, judgement))
                                .toList(),
                "shared", judgement.shared().stream().map(HistoryJson::shared).toList(),
                "notes", judgement.history().notes()));
    }

    private static Object run(JudgedRun run) {
        return JsonDocument.object(
                "label", run.run().label(),
                "commit", run.run().commit().orElse(null),
                "time", run.run().time().map(Object::toString).orElse(null),
                "machine", run.run().machine(),
                "pace", change(run.pace().orElse(Double.NaN)),
                "update", run.update().map(Update::what).orElse(null),
                "shared", change(run.update().map(Update::shared).orElse(Double.NaN)),
                "leftOut", run.leftOut().orElse(null));
    }

    private static Object shared(SharedChange shared) {
        return JsonDocument.object(
                "bad", shared.bad(),
                "change", change(shared.size()),
                "rows", shared.rows().size(),
                "of", shared.of());
    }

    private static Object row(RowHistory row, Judgement judgement) {
        LastTwo two = judgement.lastTwo().get(row.key());
        // one for each run; null where the run lacks the row
        BigDecimal[] times = new BigDecimal[judgement.runs().size()];
        row.points().forEach(point -> times[point.run()] = number(Math.exp(point.logNanos())));
        return JsonDocument.object(
                "benchmark", row.key().benchmark(),
                "mode", row.key().mode(),
                "threads", row.key().threads(),
                "params", row.key().params(),
                "unit", row.unit(),
                "presence", row.presence(),
                "tooShort", row.isTooShort(),
                "noise", number(row.noise()),
                "segments", row.segments(),
                "stretches", row.stretches().stream().map(HistoryJson::stretch).toList(),
                "candidates", row.candidates(),
                "changes", row.changes().stream().map(HistoryJson::change).toList(),
                "bytes", row.bytes().stream().map(HistoryJson::bytes).toList(),
                "oneAgainstOne", two == null ? null : lastTwo(two),
                "times", times,
                "notJudged",
                        row.points().stream()
                                .filter(point -> !point.isJudged())
                                .map(RowHistory.Point::run)
                                .toList());
    }

    private static Object stretch(RowHistory.Stretch it) {
        return JsonDocument.object(
                "first", it.first(), "last", it.last(), "runs", it.runs(), "median", number(Math.exp(it.median())));
    }

    private static Object change(Change change) {
        String direction = change.isSlower() ? "SLOWER" : "FASTER";
        return JsonDocument.object(
                "verdict", change.kind() == Change.Kind.CONFIRMED ? direction : change.kind(),
                "good", change.good(),
                "bad", change.bad(),
                "change", change(change.size()),
                "low", change(change.low()),
                "high", change(change.high()),
                "p", number(change.p()),
                "runs", change.since(),
                "needed", change.needed(),
                "isNew", change.isNew(),
                "stands", change.stands(),
                "accepted", change.accepted().orElse(null));
    }

    private static Object bytes(Change change) {
        return JsonDocument.object(
                "good", change.good(),
                "bad", change.bad(),
                "before", change.before(),
                "after", change.after(),
                "isNewest", change.kind() == Change.Kind.SUSPECT,
                "isNew", change.isNew(),
                "accepted", change.accepted().orElse(null));
    }

    private static Object lastTwo(LastTwo two) {
        return JsonDocument.object(
                "base", two.base(),
                "head", two.head(),
                "verdict", two.verdict(),
                "change", change(two.slowdown().logMean()),
                "low", change(Math.log(two.slowdown().low())),
                "high", change(Math.log(two.slowdown().high())));
    }

    private static BigDecimal change(double log) {
        return number(Math.expm1(log));
    }

    private static BigDecimal number(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS) : null;
    }
}
