package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryReader.History;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.history.RowHistory.Change;
import dev.callcost.lab.Simulated;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Made-up histories in which some rows, or all, become slower at one run: how many of the lines hold the true run
 * between good and bad, and how many commits are named. And what is found where nothing changed.
 */
class PlaceSimulation {
    private static final int HISTORIES = 100;
    private static final double MARGIN = 0.03;
    private static final int RUNS = 60;
    private static final int ROWS = 12;

    /** A step is so far from both ends. */
    private static final int EDGE = 18;

    /** A change this near to the step is the step. */
    private static final int NEAR = 6;

    private static final int AT_JUMP = 4;

    private static final List<Double> SIZES = List.of(0.10, 0.20);
    private static final List<Double> SHARES = List.of(0.1, 0.25, 0.5, 0.75, 1.0);

    /**
     * Standard deviations, as logarithms, of a row and of what all rows of a run share; shares of runs and levels of
     * the machine.
     */
    private enum Hardware {
        /** Hardware of one's own. */
        STEADY(0.012, 0.003, 0, 0),
        /** Runners of a cloud, of which one in twelve is another machine. */
        SHARED(0.027, 0.035, 1 / 12.0, 0),
        /** Its speed wanders, by two per cent in 50 runs, and is some six per cent off for a week or two. */
        WANDERING(0.012, 0.01, 0, 0.003);

        private final double ofRow;
        private final double ofRun;
        private final double odd;
        private final double walk;

        Hardware(double ofRow, double ofRun, double odd, double walk) {
            this.ofRow = ofRow;
            this.ofRun = ofRun;
            this.odd = odd;
            this.walk = walk;
        }

        Paces paces(Random random, int place) {
            int length = 5 + random.nextInt(10);
            int gap = 8 + random.nextInt(12);
            int away = walk == 0 ? RUNS : random.nextBoolean() ? place + gap : Math.max(0, place - gap - length);
            double[] paces = new double[RUNS];
            double level = 0;
            for (int run = 0; run < RUNS; run++) {
                level += walk * random.nextGaussian();
                paces[run] = level + ofRun * random.nextGaussian();
                paces[run] += random.nextDouble() < odd ? 0.2 * (random.nextInt(3) - 1) : 0;
                paces[run] += run >= away && run < away + length ? 0.06 : 0;
            }
            return new Paces(paces, away, away + length);
        }
    }

    /**
     * @param away a run from which on the machine has another speed, up to {@code back}: rows rightly show a change
     *     there
     */
    private record Paces(double[] values, int away, int back) {
        boolean isJump(int run) {
            return Math.min(Math.abs(run - away), Math.abs(run - back)) <= AT_JUMP;
        }
    }

    /** @param rows slower from the run {@code place} on */
    private record Case(Hardware machine, double size, double share) {
        int rows() {
            return (int) Math.max(1, Math.round(share * ROWS));
        }
    }

    private static final class Found {
        private int found;
        private int held;
        private int runs;
        private int rows;
        private int others;
        private int histories;
        private final int[] commits = new int[3];

        void add(Judgement judgement, Paces paces, int place, int changed, double size) {
            histories++;
            int lines = 0;
            Map<Integer, Integer> named = new HashMap<>();
            for (RowHistory row : judgement.rows()) {
                boolean isSlower = number(row.key()) < changed;
                rows += isSlower ? 1 : 0;
                for (Change change : row.changes()) {
                    if (isSlower && change.size() > size / 2 && Math.abs(change.first() - place) <= NEAR) {
                        found++;
                        held += change.good() < place && place <= change.bad() ? 1 : 0;
                        runs += change.bad() - change.good();
                        named.merge(change.first(), 1, Integer::sum);
                    } else if (!paces.isJump(change.first())) {
                        others++;
                    }
                }
            }
            commits[Math.min(2, named.size())]++;
        }

        private static int number(RowKey key) {
            return Integer.parseInt(key.benchmark().replaceAll("\\D", ""));
        }
    }

    private static History history(
            Hardware machine, double[] paces, Random random, int place, int changed, double size) {
        List<HistoryRun> runs = new ArrayList<>();
        for (int run = 0; run < paces.length; run++) {
            Map<RowKey, Value> values = new HashMap<>();
            for (int row = 0; row < ROWS; row++) {
                double step = row < changed && run >= place ? Math.log1p(size) : 0;
                double log = Math.log(1000 * (row + 1)) + paces[run] + machine.ofRow * random.nextGaussian() + step;
                values.put(
                        new RowKey("a.B.row" + row, "avgt", 1, new TreeMap<>()),
                        new Value(log, "us/op", "5", Optional.empty()));
            }
            String name = "%09x".formatted(0x100000000L + run);
            runs.add(new HistoryRun(name, Optional.of(name), Optional.empty(), Map.of(), Map.of(), values, ""));
        }
        return new History(runs, List.of());
    }

    private static Found simulate(Case it) {
        Random random = new Random(Simulated.SEED + it.machine.ordinal() * 100 + (int) (it.share * 20));
        int changed = it.size > 0 ? it.rows() : 0;
        Found found = new Found();
        for (int n = 0; n < HISTORIES; n++) {
            int place = EDGE + random.nextInt(RUNS - 2 * EDGE);
            Paces paces = it.machine.paces(random, place);
            History history = history(it.machine, paces.values(), random, place, changed, it.size);
            found.add(Judgement.of(history, MARGIN), paces, place, changed, it.size);
        }
        return found;
    }

    private static String percent(int part, int all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    private static List<?> cells(Case it) {
        Found found = simulate(it);
        return List.of(
                Simulated.label(it.machine),
                it.size == 0 ? "none" : String.format(Locale.ROOT, "+%.0f %%", 100 * it.size),
                it.size == 0 ? "" : it.rows() + " of " + ROWS,
                percent(found.found, found.rows),
                percent(found.held, found.found),
                found.found == 0 ? "" : String.format(Locale.ROOT, "%.2f", (double) found.runs / found.found),
                percent(found.commits[1], found.commits[1] + found.commits[2]),
                String.format(Locale.ROOT, "%.2f", 100.0 * found.others / (found.histories * ROWS)));
    }

    /** A few runs with a step in the middle of one row, and how many of the other rows show a change. */
    private static List<?> few(int runs, double size) {
        Random random = new Random(Simulated.SEED + runs);
        int found = 0;
        int others = 0;
        for (int n = 0; n < 5 * HISTORIES; n++) {
            double[] paces = random.doubles(runs, -0.01, 0.01).toArray();
            Judgement judgement = Judgement.of(history(Hardware.STEADY, paces, random, runs / 2, 1, size), MARGIN);
            for (RowHistory row : judgement.rows()) {
                boolean isSlower = size > 0 && Found.number(row.key()) == 0;
                found += isSlower && row.changes().stream().anyMatch(Change::isSlower) ? 1 : 0;
                others += isSlower ? 0 : row.changes().size();
            }
        }
        return List.of(
                runs,
                size == 0 ? "none" : String.format(Locale.ROOT, "+%.0f %%", 100 * size),
                size == 0 ? "" : percent(found, 5 * HISTORIES),
                String.format(Locale.ROOT, "%.2f", 100.0 * others / (5 * HISTORIES * ROWS)));
    }

    @Test
    void places() throws IOException {
        Stream<Case> steps = Simulated.each(
                        List.of(Hardware.values()),
                        SIZES,
                        (machine, size) -> SHARES.stream().map(share -> new Case(machine, size, share)))
                .flatMap(it -> it);
        Stream<Case> nothing = Stream.of(Hardware.values())
                .flatMap(machine -> SHARES.stream().map(share -> new Case(machine, 0, share)));
        Simulated.assertTables(
                "history-places",
                Simulated.table(
                        "<machine|step|rows|found|held|runs between|one commit|others per 100 rows",
                        Stream.concat(steps, nothing),
                        PlaceSimulation::cells),
                Simulated.table(
                        "runs|step in the middle|found|others per 100 rows",
                        Simulated.each(
                                List.of(12, 14, 16, 18), List.of(0.0, 0.1, 0.2, 2.0), (runs, size) -> few(runs, size)),
                        it -> it));
    }
}
