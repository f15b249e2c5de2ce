package dev.callcost.pages;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Ladder;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Visible;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two rows of one benchmark that differ in one param, and whose ratio is known: both intervals are narrow enough, and they lie apart.
 *
 * @param param the name of the param
 * @param ratio how many times as fast the faster row is
 */
record Contrast(String param, Row faster, Row slower, double ratio) {
    /** Letters of a value in a headline. */
    private static final int LONGEST_VALUE = 40;

    /**
     * A row and what orders it.
     *
     * @param slowness grows with the time of an operation, and falls with the number of operations
     * @param low the lower end of its interval
     */
    private record Ranked(Row row, Estimate slowness, double low, double high) {}

    /** The contrast with the largest ratio; empty when no two rows differ in one param by more than the margin. */
    static Optional<Contrast> largest(Ladder ladder) {
        Map<List<Object>, List<Ranked>> alike = new LinkedHashMap<>();
        for (Row row : ladder.rows()) {
            Optional<Ranked> ranked = ranked(ladder, row);
            row.params().keySet().stream()
                    .filter(name -> isShort(row, name))
                    .forEach(name -> ranked.ifPresent(it -> alike.computeIfAbsent(
                                    List.of(
                                            name,
                                            row.key().without(name),
                                            row.primary().unit(),
                                            row.jdkVersion()),
                                    all -> new ArrayList<>())
                            .add(it)));
        }
        return alike.entrySet().stream()
                .flatMap(group -> of((String) group.getKey().get(0), group.getValue()).stream())
                .filter(it -> it.ratio > 1 + VerdictRule.MARGIN)
                .max(Comparator.comparingDouble(Contrast::ratio));
    }

    /** The fastest and the slowest row of some that differ in a param, or those whose intervals are farthest apart. */
    private static Optional<Contrast> of(String param, List<Ranked> rows) {
        Comparator<Ranked> byTime = Comparator.comparingDouble(it -> it.slowness.value());
        Comparator<Ranked> byHigh = Comparator.comparingDouble(Ranked::high);
        Comparator<Ranked> byLow = Comparator.comparingDouble(Ranked::low);
        return Stream.of(
                        List.of(Collections.min(rows, byTime), Collections.max(rows, byTime)),
                        List.of(Collections.min(rows, byHigh), Collections.max(rows, byLow)))
                .filter(pair -> pair.get(0).high < pair.get(1).low)
                .findFirst()
                .map(pair -> new Contrast(
                        param,
                        pair.get(0).row,
                        pair.get(1).row,
                        pair.get(1).slowness.value() / pair.get(0).slowness.value()));
    }

    /** Empty when the score is neither a time nor a throughput, or has no interval that is narrow enough. */
    private static Optional<Ranked> ranked(Ladder ladder, Row row) {
        Estimate score = ladder.estimates().score(row);
        if (!score.hasInterval()
                || EstimateText.isTooWide(score)
                || row.nanos().isEmpty() && !row.primary().isMoreBetter()) {
            return Optional.empty();
        }
        Estimate slowness = row.primary().isMoreBetter() ? score.inverse() : score;
        return Optional.of(new Ranked(row, slowness, slowness.low(), slowness.high()));
    }

    private static boolean isShort(Row row, String param) {
        return row.params().get(param).length() <= LONGEST_VALUE;
    }

    /** {@code store=CONCURRENT is 78 times as fast as SYNCHRONIZED with client=FUTURE}. */
    String text(RowNames names, boolean isOfOneBenchmark) {
        RowKey key = faster.key();
        String benchmark = names.ofBenchmark(key);
        String others = names.of(key.without(param)).substring(benchmark.length());
        return (isOfOneBenchmark ? "" : benchmark + ": ") + Visible.of(param) + "=" + value(faster) + " is "
                + LadderFigures.times(ratio) + " times as fast as " + value(slower)
                + (others.isEmpty() ? "" : " with" + others);
    }

    private String value(Row row) {
        return Visible.of(row.params().get(param));
    }
}
