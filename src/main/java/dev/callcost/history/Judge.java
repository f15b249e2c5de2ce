package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.RowJudgement.BytesChange;
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
        Judgement now = withAll(history);
        int newest = history.runs().size() - 1;
        if (newest == 0) {
            return now;
        }
        return withNews(
                now, withAll(new History(history.source(), history.runs().subList(0, newest), history.notes())));
    }

    /** @param before the same history without its newest run */
    static Judgement withNews(Judgement now, Judgement before) {
        Map<RowKey, RowJudgement> known =
                before.rows().stream().collect(Collectors.toMap(RowJudgement::key, Function.identity()));
        List<RowJudgement> rows = now.rows().stream()
                .map(row -> known.containsKey(row.key()) ? withNews(row, known.get(row.key())) : row)
                .toList();
        return new Judgement(now.history(), now.margin(), now.runs(), rows, now.shared());
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
        Map<RowKey, OneAgainstOne.Two> tooShort = new LinkedHashMap<>();
        List<RowJudge> rows = keys.stream()
                .map(key -> new RowJudge(key, runs, margin, scatter.getOrDefault(key, ForkScatter.UNKNOWN)))
                .toList();
        rows.forEach(row -> row.lastTwo().ifPresent(two -> tooShort.put(row.key(), two)));
        Map<RowKey, LastTwo> lastTwo = OneAgainstOne.of(tooShort, margin);
        List<RowJudgement> judged = rows.stream()
                .map(row -> row.judge(Optional.ofNullable(lastTwo.get(row.key()))))
                .map(row -> Accepted.marked(row, history.runs(), accepted))
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

    /**
     * Marks the changes that the newest run adds. It cannot show an older change than its test reaches back from it.
     *
     * @param before the same row without the newest run
     */
    private static RowJudgement withNews(RowJudgement now, RowJudgement before) {
        List<Change> changes = new ArrayList<>();
        for (int n = 0; n < now.changes().size(); n++) {
            // a change that is known may have moved as far as to its neighbours
            int after = n == 0 ? -1 : now.changes().get(n - 1).bad();
            int until = n == now.changes().size() - 1
                    ? Integer.MAX_VALUE
                    : now.changes().get(n + 1).bad();
            Change change = now.changes().get(n);
            changes.add(change.isNew(change.since() <= Tested.NEAREST
                    && before.changes().stream()
                            .noneMatch(it -> it.kind() != Kind.SUSPECT
                                    && it.kind() != Kind.CANDIDATE
                                    && it.isSlower() == change.isSlower()
                                    && it.bad() > after
                                    && it.bad() < until)));
        }
        List<BytesChange> bytes = now.bytes().stream()
                .map(it -> it.isNew(before.bytes().stream().noneMatch(old -> !old.isNewest() && old.bad() == it.bad())))
                .toList();
        return now.with(changes, bytes);
    }
}
