package dev.callcost.pages;

import dev.callcost.bill.BillReport.Spent;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.ladder.Rung;
import dev.callcost.stats.Difference;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a rung adds to one below it, in two ways: by the difference of the ladder's times, and by the difference of their bills, which also has its ingredients.
 * The ways share nothing but the benchmark: they have other forks, another session, and a clock or samples.
 */
final class TwoWays {
    /** Rungs that are also compared with another one than the rung below them: what the server's executor adds. */
    private static final Map<Rung, Rung> ALSO =
            Map.of(Rung.BASE_CELL, Rung.BASE_CELL_DIRECT, Rung.EPOLL, Rung.EPOLL_DIRECT);

    /** How many ingredients are named: those that differ most. */
    private static final int NAMED = 5;

    /** The share of the bills' difference from which on an ingredient is named. */
    private static final double WORTH_A_NAME = 0.03;

    private TwoWays() {}

    /** Adds a table of a ladder's rungs whose bills are known, unless no rung and one below it have a bill. */
    static Sections addTo(Sections report, Ladder ladder, BillFigures bills) {
        Predicate<Step> isBilled = step -> bills.of(step.row().key()).isPresent();
        Grid grid = new Grid().left("rung", "over", "ladder", "bills", "agree", "made of");
        for (Step step : ladder.steps().stream().filter(isBilled).toList()) {
            Stream<Step> nearest = Stream.iterate(
                            step.below(), Optional::isPresent, it -> it.get().below())
                    .map(Optional::get)
                    .filter(isBilled)
                    .limit(1);
            Stream<Step> also = Stream.ofNullable(ALSO.get(step.rung())).flatMap(it -> ladder.step(it).stream());
            Spent whole = bills.of(step.row().key()).orElseThrow();
            Stream.concat(nearest, also.filter(isBilled)).forEach(below -> {
                Spent part = bills.of(below.row().key()).orElseThrow();
                Difference times = Difference.of(step.nanos(), below.nanos());
                Difference billed = Difference.of(whole.nanos(), part.nanos());
                String agree = agreement(times, billed);
                String rung = step.rung().label();
                grid.row(rung, below.rung().label(), times.time(), billed.time(), agree, madeOf(whole, part));
            });
        }
        return grid.text().isEmpty()
                ? report
                : report.paragraph("What a rung adds to another, by the ladder's times and by their bills, with 99 %"
                                + " intervals, and of what it is made:")
                        .table(grid);
    }

    private static String agreement(Difference ladder, Difference bills) {
        boolean isKnown = Double.isFinite(ladder.halfWidth()) && Double.isFinite(bills.halfWidth());
        return !isKnown ? "" : ladder.agreesWith(bills) ? "yes" : "no";
    }

    /** The ingredients by how much of them one bill has more than the other. */
    private static String madeOf(Spent whole, Spent part) {
        Map<String, Double> more = new HashMap<>(whole.nanosByIngredient());
        part.nanosByIngredient().forEach((name, nanos) -> more.merge(name, -nanos, Double::sum));
        double all = more.values().stream().mapToDouble(it -> it).sum();
        List<String> largest = more.keySet().stream()
                .filter(name -> Math.abs(more.get(name)) >= WORTH_A_NAME * Math.abs(all))
                .sorted(Comparator.comparing((String name) -> -Math.abs(more.get(name)))
                        .thenComparing(name -> name))
                .limit(NAMED)
                .toList();
        double named = largest.stream().mapToDouble(more::get).sum();
        return largest.stream()
                        .map(name -> name + " " + Difference.time(more.get(name)) + ", ")
                        .collect(Collectors.joining())
                + "all else " + Difference.time(all - named);
    }
}
