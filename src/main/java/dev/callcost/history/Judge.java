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
import java.util.function.Function;
import java.util.stream.Collectors;

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
        int newest = history.runs().size() - 1;
        History before = new History(history.source(), history.runs().subList(0, newest), history.notes());
        return judge(history, newest == 0 ? List.of() : judge(before, List.of()).rows());
    }

    /** @param before the rows of the same history without its newest run; changes of rows that it lacks are not new */
    Judgement judge(History history, List<RowJudgement> before) {
        Map<RowKey, RowJudgement> known =
                before.stream().collect(Collectors.toMap(RowJudgement::key, Function.identity()));
        List<RowKey> keys = history.runs().stream()
                .flatMap(run -> run.values().keySet().stream())
                .distinct()
                .sorted(RowKey.BY_LABEL)
                .toList();
        List<JudgedRun> runs = judged(history.runs(), keys);
        Map<RowKey, ForkScatter> scatter = ForkScatter.of(history.runs(), keys);
        Map<RowKey, OneAgainstOne.Two> tooShort = new LinkedHashMap<>();
        List<RowJudge> rows = keys.stream()
                .map(key -> new RowJudge(key, runs, margin, scatter.getOrDefault(key, ForkScatter.UNKNOWN)))
                .toList();
        rows.forEach(row -> row.lastTwo().ifPresent(two -> tooShort.put(row.key(), two)));
        Map<RowKey, LastTwo> lastTwo = OneAgainstOne.of(tooShort, margin);
        List<RowJudgement> judged = rows.stream()
                .map(row -> row.judge(
                        Optional.ofNullable(lastTwo.get(row.key())),
                        Optional.ofNullable(known.get(row.key())),
                        accepted))
                .toList();
        return new Judgement(history, margin, runs, judged, SharedChange.in(judged));
    }

    private static List<JudgedRun> judged(List<Run> runs, List<RowKey> keys) {
        Run newest = runs.get(runs.size() - 1);
        List<Run> alike =
                runs.stream().filter(run -> run.otherMachine(newest).isEmpty()).toList();
        double[] paces = Pace.of(alike.stream()
                .map(run -> keys.stream()
                        .mapToDouble(key -> Optional.ofNullable(run.values().get(key))
                                .map(Run.Value::logNanos)
                                .orElse(Double.NaN))
                        .toArray())
                .toArray(double[][]::new));
        List<JudgedRun> judged = new ArrayList<>();
        int n = 0;
        for (Run run : runs) {
            Optional<String> other = run.otherMachine(newest);
            double pace = other.isEmpty() ? paces[n++] : Double.NaN;
            judged.add(new JudgedRun(
                    run,
                    Double.isNaN(pace) ? OptionalDouble.empty() : OptionalDouble.of(pace),
                    other.or(() -> isJudged(pace) ? Optional.empty() : Optional.of(slowdown(pace)))));
        }
        return judged;
    }

    /** @param pace NaN where it is not known */
    static boolean isJudged(double pace) {
        return !(Math.abs(pace) > ELSEWHERE);
    }

    /** {@code 20 % slower in all rows}. */
    static String slowdown(double pace) {
        return String.format(
                Locale.ROOT,
                "%.0f %% %s in all rows",
                100 * Math.abs(Math.expm1(pace)),
                pace > 0 ? "slower" : "faster");
    }
}
