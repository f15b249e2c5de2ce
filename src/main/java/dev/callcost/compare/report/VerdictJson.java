package dev.callcost.compare.report;

import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.evidence.PairResult;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.data.Metric.Quantity;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.JsonDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A comparison for programs. Ratios are head's time over base's, a throughput turned around; intervals are those that
 * decide; a score is by the statistic that decides. A number that is not known is left out.
 */
final class VerdictJson {
    private VerdictJson() {}

    /** The JSON, ending in a line feed. */
    static String text(Verdicts verdicts, boolean strict) {
        Map<String, Object> json = new LinkedHashMap<>(verdicts.preface().json());
        json.put("outcome", verdicts.outcome(strict));
        json.put("complete", verdicts.isComplete());
        verdicts.failAt().ifPresent(share -> json.put("failAt", share));
        verdicts.levels().work().ifPresent(share -> json.put("failOnWork", share));
        verdicts.changed().ifPresent(it -> json.put("changed", changed(it, verdicts)));
        json.put("together", verdicts.together().map(VerdictJson::together).orElse(null));
        List<TogetherJson> ofMethods = verdicts.preface().together().stream()
                .filter(it -> !it.isOfAll())
                .map(VerdictJson::together)
                .toList();
        json.put("togetherByMethods", ofMethods.isEmpty() ? null : ofMethods);
        json.put(
                "rows",
                Stream.concat(verdicts.rows().stream().map(row -> row(row, verdicts)), counted(verdicts))
                        .toList());
        json.put("onlyInBase", verdicts.onlyInBase());
        json.put("onlyInHead", verdicts.onlyInHead());
        verdicts.warnings().forEach((side, lines) -> json.put("warningsOf" + side, lines));
        return JsonDocument.of(json);
    }

    /** @param files where files are the unit; otherwise null */
    private record SideJson(double score, String unit, int forks, Integer files) {}

    /** @param verdict null of the rows of methods */
    private record TogetherJson(
            List<String> methods, int rows, ChangeJson change, double level, Verdict verdict, String reason) {}

    private static TogetherJson together(Together of) {
        return new TogetherJson(
                of.isOfAll() ? null : of.methods(),
                of.rows(),
                change(of.slowdown(), of.rule()),
                of.rule().level(),
                of.isOfAll() ? of.verdict() : null,
                of.whyNot().orElse(null));
    }

    private record ChangeJson(double ratio, Double low, Double high) {}

    private static Map<String, Object> changed(ReachedRows changed, Verdicts verdicts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("methods", changed.reach().methods());
        json.put("classes", changed.reach().classes());
        json.put("allRows", changed.reach().allRows());
        json.put("changedClasses", changed.reach().changedClasses());
        json.put("runNone", changed.unchanged());
        json.put("loadChangedClasses", changed.of(Kind.LOADED, verdicts.measured()));
        json.put("runInSetUp", changed.of(Kind.REACHED_IN_SETUP, verdicts.measured()));
        return json;
    }

    private static Map<String, Object> row(RowVerdict row, Verdicts verdicts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("row", row.key());
        row.sides().ifPresent(sides -> {
            json.put(
                    "metric",
                    sides.base().primary().quantity().map(Quantity::name).orElse(null));
            json.put("base", side(sides.base(), row, sides.baseFiles()));
            json.put("head", side(sides.head(), row, sides.headFiles()));
        });
        json.put("verdict", row.fate());
        row.score().ifPresent(score -> {
            boolean isMedian = !verdicts.preface().isPaired() && row.hasMedians();
            json.put("decidedBy", score.meanDecides() ? "mean" : isMedian ? "median" : "fastestQuarters");
            json.put("change", change(score.slowdown(), score.rule()));
            json.put("byMean", score.meanDecides() ? null : change(score.byMean(), score.rule()));
            json.put("level", score.rule().level());
        });
        json.put("meanBeyondMargin", row.meanBeyond().isDecided() ? row.meanBeyond() : null);
        if (verdicts.preface().isPaired()) {
            json.put("pairs", row.pairs());
        }
        json.put("onePair", row.onePair().isPresent() ? row.onePair().getAsDouble() : null);
        json.put("needed", row.needed() > 0 ? row.needed() : null);
        json.put(
                "limit",
                row.paired().map(PairResult::limit).filter(Double::isFinite).orElse(null));
        json.put("allocation", row.allocation().orElse(null));
        verdicts.changed()
                .map(it -> it.methods(row.key()))
                .filter(it -> !it.isEmpty())
                .ifPresent(methods -> json.put("changedMethods", methods));
        json.put("work", verdicts.work(row.key()).orElse(null));
        json.put("why", verdicts.cause(row).orElse(null));
        json.put("reason", row.reason().map(NoVerdict::text).orElse(null));
        json.put("differences", row.differences());
        return json;
    }

    /** Rows whose work was counted and whose time was not measured, because it comes later or not at all. */
    private static Stream<Map<String, ?>> counted(Verdicts verdicts) {
        Set<RowKey> measured = Set.copyOf(verdicts.measured());
        return verdicts.changed().stream()
                .flatMap(it -> it.counted().values().stream())
                .filter(row -> !measured.contains(row.row()))
                .map(row -> Map.of("row", row.row(), "work", row.work()));
    }

    private static SideJson side(Row side, RowVerdict row, int files) {
        return new SideJson(
                row.valueOf(side),
                side.primary().unit(),
                side.primary().forks().size(),
                row.isByFiles() ? files : null);
    }

    /** The upper end may be more than a double holds: two forks far apart, many rows. */
    private static ChangeJson change(Estimate slowdown, VerdictRule rule) {
        double high = slowdown.high(rule.confidence());
        return new ChangeJson(
                slowdown.value(),
                slowdown.hasInterval() ? slowdown.low(rule.confidence()) : null,
                high < Double.POSITIVE_INFINITY ? high : null);
    }
}
