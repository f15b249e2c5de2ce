package dev.callcost.history;

import dev.callcost.data.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The updates between runs of one machine, and what all rows share across them. */
final class Updates {
    /** Runs on each side that tell what all rows share; a change some runs later must not count. */
    private static final int SIDE = Pace.NEAREST / 2;

    /** Where more of the runs follow an update, a change that meets one says nothing. */
    private static final double MOST = 0.25;

    /** The software of each run: an index of {@code levels}. */
    private final int[] software;

    /** What the update at a run changed; null without one, and where one of the last runs had the same software, as when machines mix. */
    private final String[] changed;

    /** By how much all rows are slower with each software than with the first; NaN where too few rows tell. */
    private final double[] levels;

    /**
     * @param runs of one machine, see {@link HistoryRun#otherMachine}
     * @param logs the logarithms of each run's rows, in one order; NaN where a run lacks a row
     */
    Updates(List<HistoryRun> runs, double[][] logs) {
        software = new int[runs.size()];
        changed = new String[runs.size()];
        List<Map<String, String>> known = new ArrayList<>(List.of(Map.of()));
        for (int run = 0; run < runs.size(); run++) {
            int last = run == 0 ? 0 : software[run - 1];
            Map<String, String> before = known.get(last);
            // what a run does not say is as it was
            Map<String, String> now = new HashMap<>(before);
            runs.get(run).machine().entrySet().stream()
                    .filter(part -> Update.PARTS.contains(part.getKey()))
                    .forEach(part -> now.put(part.getKey(), part.getValue()));
            String what = before.keySet().stream()
                    .sorted()
                    .filter(part -> !before.get(part).equals(now.get(part)))
                    .map(part -> Update.difference(part, before.get(part), now.get(part)))
                    .collect(Collectors.joining(", "));
            if (what.isEmpty()) {
                known.set(last, now);
                software[run] = last;
            } else {
                if (!known.contains(now)) {
                    known.add(now);
                }
                software[run] = known.indexOf(now);
                int id = software[run];
                boolean isBack = IntStream.range(Math.max(0, run - SIDE), run).anyMatch(it -> software[it] == id);
                changed[run] = isBack ? null : what;
            }
        }
        boolean areMany = Arrays.stream(changed).filter(Objects::nonNull).count() > MOST * runs.size();
        if (areMany) {
            Arrays.fill(software, 0);
            Arrays.fill(changed, null);
        }
        levels = levels(logs, areMany ? 1 : known.size());
    }

    /** A coarse estimate tells the paces of the runs next to an update; without these paces the estimate is precise. */
    private double[] levels(double[][] logs, int count) {
        double[] coarse = shared(logs, count);
        double[] paces = Pace.of(without(logs, run -> coarse[software[run]]));
        return count == 1 ? coarse : shared(without(logs, run -> paces[run]), count);
    }

    private double[] shared(double[][] logs, int count) {
        double[] shared = new double[count];
        for (int n = 1; n < count; n++) {
            int next = n;
            int[] now = IntStream.range(0, software.length)
                    .filter(run -> software[run] == next)
                    .toArray();
            double[][] corrected = without(logs, run -> shared[software[run]]);
            int[] before = IntStream.iterate(now[0] - 1, run -> run >= 0, run -> run - 1)
                    .toArray();
            shared[n] = Pace.shared(IntStream.range(0, logs[0].length)
                    .mapToDouble(row -> middle(logs, now, row) - middle(corrected, before, row))
                    .toArray());
        }
        return shared;
    }

    /** The median of a row's values in the first of these runs; NaN without any. */
    private static double middle(double[][] logs, int[] runs, int row) {
        double[] values = IntStream.of(runs)
                .mapToDouble(run -> logs[run][row])
                .filter(log -> !Double.isNaN(log))
                .limit(SIDE)
                .toArray();
        return values.length == 0 ? Double.NaN : Metric.median(values);
    }

    /** Values without what their run adds to all of them; NaN adds nothing. */
    private static double[][] without(double[][] logs, IntToDoubleFunction added) {
        return IntStream.range(0, logs.length)
                .mapToObj(run -> Arrays.stream(logs[run])
                        .map(log -> log - known(added.applyAsDouble(run)))
                        .toArray())
                .toArray(double[][]::new);
    }

    private static double known(double log) {
        return Double.isNaN(log) ? 0 : log;
    }

    /** Values as with the newest run's software. */
    double[][] alike(double[][] logs) {
        return without(logs, this::shift);
    }

    /** By how much all rows of a run are slower than with the newest run's software, as a logarithm. */
    double shift(int run) {
        return known(levels[software[run]]) - known(levels[software[software.length - 1]]);
    }

    Optional<Update> at(int run) {
        return changed[run] == null
                ? Optional.empty()
                : Optional.of(new Update(changed[run], levels[software[run]] - known(levels[software[run - 1]])));
    }
}
