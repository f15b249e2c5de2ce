package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.RowJudgement.LastTwo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The rule of {@code history}, see src/docs/history.md.
 *
 * @param margin from which a change matters, as a share: 0.03
 */
public record Judge(double margin, List<Accepted> accepted) {
    /** A run that is slower or faster in all rows by more, as a logarithm, is no run of the same machine. */
    private static final double ELSEWHERE = 0.10;

    /** @param history with one run at least */
    public Judgement judge(History history) {
        Judgement now = withAll(history);
        int newest = history.runs().size() - 1;
        return newest == 0
                ? now
                : Novelty.marked(
                        now,
                        withAll(new History(history.source(), history.runs().subList(0, newest), history.notes())));
    }

    /** @param pace NaN where it is not known */
    static boolean isJudged(double pace) {
        return !(Math.abs(pace) > ELSEWHERE);
    }

    /** Without marks of what is new. */
    Judgement withAll(History history) {
        List<RowKey> keys = history.runs().stream()
                .flatMap(run -> run.values().keySet().stream())
                .distinct()
                .sorted(RowKey.BY_LABEL)
                .toList();
        List<JudgedRun> runs = judged(history.runs(), keys);
        Map<RowKey, ForkScatter> scatter = ForkScatter.of(history.runs(), keys);
        List<RowJudge> rows = new ArrayList<>();
        Map<RowKey, OneAgainstOne.Two> tooShort = new LinkedHashMap<>();
        for (RowKey key : keys) {
            RowJudge row = new RowJudge(key, runs, margin, scatter.getOrDefault(key, ForkScatter.UNKNOWN));
            rows.add(row);
            row.lastTwo().ifPresent(two -> tooShort.put(key, two));
        }
        Map<RowKey, LastTwo> lastTwo = OneAgainstOne.of(tooShort, margin);
        List<RowJudgement> judged = IntStream.range(0, keys.size())
                .mapToObj(n -> rows.get(n).judge(Optional.ofNullable(lastTwo.get(keys.get(n)))))
                .map(row -> Acceptance.marked(row, history.runs(), accepted))
                .toList();
        return new Judgement(history, margin, runs, judged, SharedChanges.of(judged));
    }

    private static List<JudgedRun> judged(List<Run> runs, List<RowKey> keys) {
        Run newest = runs.get(runs.size() - 1);
        List<Optional<String>> others =
                runs.stream().map(run -> otherMachine(run, newest)).toList();
        int[] alike = IntStream.range(0, runs.size())
                .filter(run -> others.get(run).isEmpty())
                .toArray();
        double[] paces = Pace.of(IntStream.of(alike)
                .mapToObj(run -> keys.stream()
                        .mapToDouble(key -> Optional.ofNullable(
                                        runs.get(run).values().get(key))
                                .map(Run.Value::logNanos)
                                .orElse(Double.NaN))
                        .toArray())
                .toArray(double[][]::new));
        List<JudgedRun> judged = new ArrayList<>();
        for (int run = 0, n = 0; run < runs.size(); run++) {
            double pace = others.get(run).isEmpty() ? paces[n++] : Double.NaN;
            judged.add(new JudgedRun(
                    runs.get(run),
                    Double.isNaN(pace) ? OptionalDouble.empty() : OptionalDouble.of(pace),
                    others.get(run).or(() -> isJudged(pace) ? Optional.empty() : Optional.of(slowdown(pace)))));
        }
        return judged;
    }

    /** {@code 20 % slower in all rows}. */
    static String slowdown(double pace) {
        return String.format(
                Locale.ROOT,
                "%.0f %% %s in all rows",
                100 * Math.abs(Math.expm1(pace)),
                pace > 0 ? "slower" : "faster");
    }

    private static Optional<String> otherMachine(Run run, Run newest) {
        return newest.machine().entrySet().stream()
                .filter(part -> run.machine().containsKey(part.getKey())
                        && !run.machine().get(part.getKey()).equals(part.getValue()))
                .map(part -> part.getKey() + " " + run.machine().get(part.getKey()) + ", not " + part.getValue())
                .findFirst();
    }
}
