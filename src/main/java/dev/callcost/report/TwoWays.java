package dev.callcost.report;

import dev.callcost.bill.BillReport.Spent;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.ladder.Rung;
import dev.callcost.stats.Difference;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a rung adds to one below it, in two ways: by the difference of the ladder's times, and by that of their bills, which also says of what it is
 * made. The ways share nothing but the benchmark: other forks, another session, clock against samples.
 */
final class TwoWays {
    /** Rungs beside which it is worth looking at another one than that below them: what the server's executor adds. */
    private static final Map<String, String> ALSO =
            Map.of(Rung.BASE_CELL, Rung.BASE_CELL_DIRECT, Rung.EPOLL, Rung.EPOLL_DIRECT);

    /** Ingredients that are named, those that differ most. */
    private static final int NAMED = 5;

    /** The share of the bills' difference below which an ingredient goes without its name. */
    private static final double WORTH_A_NAME = 0.03;

    private final Map<Cell, Spent> bills = new HashMap<>();
    private final List<Pair> pairs = new ArrayList<>();

    private record Pair(Step rung, Step below) {}

    private TwoWays(Ladder ladder, List<Spent> spent) {
        spent.forEach(bill -> bills.putIfAbsent(Cell.of(bill.row()), bill));
        for (Step step : ladder.steps()) {
            if (isBilled(step)) {
                step.above(this::isBilled).below().ifPresent(below -> pairs.add(new Pair(step, below)));
                Optional.ofNullable(ALSO.get(step.rung().name()))
                        .flatMap(ladder::step)
                        .filter(this::isBilled)
                        .ifPresent(below -> pairs.add(new Pair(step, below)));
            }
        }
    }

    /**
     * The table.
     *
     * @param ladder times of rungs
     * @param bills where the time of some of them goes; of one cell the first counts
     * @param report an empty report, which says how it is written
     * @return empty when no two rungs of which one is below the other have a bill
     */
    static String table(Ladder ladder, List<Spent> bills, Sections report) {
        TwoWays ways = new TwoWays(ladder, bills);
        return ways.pairs.isEmpty()
                ? ""
                : report.paragraph(
                                "What a rung adds to another, by the ladder's times and by their bills, with 99 % intervals, and of"
                                        + " what it is made:")
                        .table(ways.grid())
                        .text();
    }

    private boolean isBilled(Step step) {
        return bills.containsKey(Cell.of(step.row().key()));
    }

    private Grid grid() {
        Grid grid = new Grid().left("rung", "over", "ladder", "bills", "agree", "made of");
        for (Pair pair : pairs) {
            Spent whole = bills.get(Cell.of(pair.rung.row().key()));
            Spent part = bills.get(Cell.of(pair.below.row().key()));
            Difference byLadder = Difference.of(pair.rung.nanos(), pair.below.nanos());
            Difference byBills = Difference.of(whole.nanos(), part.nanos());
            grid.row(
                    pair.rung.rung().name(),
                    pair.below.rung().name(),
                    byLadder.time(),
                    byBills.time(),
                    agreement(byLadder, byBills),
                    madeOf(whole, part));
        }
        return grid;
    }

    private static String agreement(Difference ladder, Difference bills) {
        boolean isKnown = Double.isFinite(ladder.halfWidth()) && Double.isFinite(bills.halfWidth());
        return !isKnown ? "" : ladder.agreesWith(bills) ? "yes" : "no";
    }

    /** The ingredients by how much of them one bill has more than the other. */
    private static String madeOf(Spent whole, Spent part) {
        Set<String> names = new LinkedHashSet<>(whole.nanosByIngredient().keySet());
        names.addAll(part.nanosByIngredient().keySet());
        Map<String, Double> more = names.stream()
                .collect(Collectors.toMap(
                        name -> name,
                        name -> whole.nanosByIngredient().getOrDefault(name, 0.0)
                                - part.nanosByIngredient().getOrDefault(name, 0.0)));
        double all = more.values().stream().mapToDouble(it -> it).sum();
        List<String> largest = more.entrySet().stream()
                .filter(it -> Math.abs(it.getValue()) >= WORTH_A_NAME * Math.abs(all))
                .sorted(Comparator.comparingDouble((Map.Entry<String, Double> it) -> -Math.abs(it.getValue()))
                        .thenComparing(Map.Entry::getKey))
                .limit(NAMED)
                .map(Map.Entry::getKey)
                .toList();
        double named = largest.stream().mapToDouble(more::get).sum();
        return largest.stream()
                        .map(name -> name + " " + Difference.time(more.get(name)) + ", ")
                        .collect(Collectors.joining())
                + "all else " + Difference.time(all - named);
    }
}
