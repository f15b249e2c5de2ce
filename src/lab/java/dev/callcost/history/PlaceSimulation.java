package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.lab.Simulated;
import dev.callcost.text.Grid;
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
 * Made-up histories in which some rows, or all, become slower at one run: how many of the lines hold the true run between good and bad, and how many commits are
 * named. And what is found where nothing changed.
 */
class PlaceSimulation {
    private static final int HISTORIES = 100;
    private static final int RUNS = 60;
    private static final int ROWS = 12;

    /** A step is so far from both ends. */
    private static final int EDGE = 18;

    /** A change this near to the step is the step. */
    private static final int NEAR = 6;

    private static final List<Double> SIZES = List.of(0.10, 0.20);
    private static final List<Double> SHARES = List.of(0.1, 0.25, 0.5, 0.75, 1.0);

    /** Standard deviations, as logarithms, of a row and of what all rows of a run share; shares of runs and levels of the machine. */
    private enum Machine {
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

        Machine(double ofRow, double ofRun, double odd, double walk) {
            this.ofRow = ofRow;
            this.ofRun = ofRun;
            this.odd = odd;
            this.walk = walk;
        }

        double[] paces(Random random, int place) {
            double[] paces = new double[RUNS];
            int back = 5 + random.nextInt(10);
            int away = walk == 0
                    ? RUNS
                    : random.nextBoolean()
                            ? place + 8 + random.nextInt(12)
                            : Math.max(0, place - 8 - back - random.nextInt(12));
            back += away;
            JUMPS.set(walk == 0 ? List.of() : List.of(away, back));
            double level = 0;
            for (int run = 0; run < RUNS; run++) {
                level += walk * random.nextGaussian();
                paces[run] = level + ofRun * random.nextGaussian();
                paces[run] += random.nextDouble() < odd ? 0.2 * (random.nextInt(3) - 1) : 0;
                paces[run] += run >= away && run < back ? 0.06 : 0;
            }
            return paces;
        }
    }

    /** @param rows slower from the run {@code place} on */
    private record Case(Machine machine, double size, double share) {
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

        void add(Judgement judgement, int place, int changed, double size) {
            histories++;
            List<Integer> jumps = JUMPS.get();
            int lines = 0;
            Map<Integer, Integer> named = new HashMap<>();
            for (RowHistory row : judgement.rows()) {
                boolean isSlower = number(row.key()) < changed;
                rows += isSlower ? 1 : 0;
                for (Change change : row.changes()) {
                    if (jumps.stream().anyMatch(at -> Math.abs(NAMED.applyAsInt(change) - at) <= 4)) continue;
                    if (isSlower && change.size() > size / 2 && Math.abs(change.bad() - place) <= NEAR) {
                        found++;
                        held += change.good() < place && place <= change.bad() ? 1 : 0;
                        runs += change.bad() - change.good();
                        named.merge(NAMED.applyAsInt(change), 1, Integer::sum);
                    } else {
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

    static final java.util.function.ToIntFunction<Change> NAMED = named();

    private static java.util.function.ToIntFunction<Change> named() {
        try {
            java.lang.reflect.Method first = Change.class.getMethod("first");
            return change -> {
                try {
                    return (int) first.invoke(change);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (NoSuchMethodException e) {
            return Change::bad;
        }
    }

    static final ThreadLocal<List<Integer>> JUMPS = new ThreadLocal<>();

    private static History history(Machine machine, Random random, int place, int changed, double size) {
        double[] paces = machine.paces(random, place);
        List<HistoryRun> runs = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            Map<RowKey, Value> values = new HashMap<>();
            for (int row = 0; row < ROWS; row++) {
                double step = row < changed && run >= place ? Math.log1p(size) : 0;
                double log = Math.log(1000 * (row + 1)) + paces[run] + machine.ofRow * random.nextGaussian() + step;
                values.put(new RowKey("a.B.row" + row, "avgt", 1, new TreeMap<>()), new Value(log, "us/op", "5"));
            }
            String name = "%09x".formatted(0x100000000L + run);
            runs.add(new HistoryRun(name, Optional.of(name), Optional.empty(), Map.of(), Map.of(), values, ""));
        }
        return new History(runs, List.of());
    }

    private static Found simulate(Case it) {
        Random random = new Random(Simulated.SEED + it.hashCode() * 31L);
        Found found = new Found();
        random.setSeed(Simulated.SEED + it.machine.ordinal() * 100 + (int) (it.share * 20));
        for (int n = 0; n < HISTORIES; n++) {
            int place = EDGE + random.nextInt(RUNS - 2 * EDGE);
            found.add(
                    Judgement.of(history(it.machine, random, place, it.size > 0 ? it.rows() : 0, it.size), 0.03),
                    place,
                    it.size > 0 ? it.rows() : 0,
                    it.size);
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

    @Test
    void places() throws IOException {
        Stream<Case> steps = Simulated.each(
                        List.of(Machine.values()),
                        SIZES,
                        (machine, size) -> SHARES.stream().map(share -> new Case(machine, size, share)))
                .flatMap(it -> it);
        Stream<Case> nothing = Stream.of(Machine.values())
                .flatMap(machine -> SHARES.stream().map(share -> new Case(machine, 0, share)));
        Grid table = Simulated.table(
                "<machine|step|rows|found|held|runs between|one commit|others per 100 rows",
                Stream.concat(steps, nothing),
                PlaceSimulation::cells);
        Simulated.assertTables("history-places", table);
    }
}
