package dev.callcost.run.warning;

import dev.callcost.results.verdict.Rule;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows whose forks are of two kinds, as when the JIT decides about an inlining in one way or in another, or the machine has two speeds:
 * their mean is of neither.
 */
final class BimodalForks {
    /** Of fewer forks one group would hardly be more than a pair, and chance divides them nearly as well as a cause does. */
    static final int FEWEST_FORKS = 6;

    /** Kinds that lie within the margin by which {@code check} calls rows different do no harm. */
    static final double APART = Rule.MARGIN;

    private record Divided(RecordedRow row, TwoGroups groups, double probability) {
        static Divided of(RecordedRow row) {
            double[] logTimes = row.logTimes();
            TwoGroups groups = TwoGroups.of(logTimes);
            boolean apart = groups.distance() > Math.log1p(APART);
            return new Divided(row, groups, apart ? groups.probability(logTimes.length) : 1);
        }

        RowWarning finding() {
            double[] logTimes = row.logTimes();
            List<RecordedFork> slow = IntStream.range(0, logTimes.length)
                    .filter(i -> logTimes[i] > groups.limit())
                    .mapToObj(row.forks()::get)
                    .toList();
            String rounds =
                    slow.stream().map(fork -> Integer.toString(fork.round())).collect(Collectors.joining(", "));
            String evidence = "has " + slow.size() + " of " + logTimes.length + " forks "
                    + Numbers.percent(Math.expm1(groups.distance()), 1) + " slower than the others (rounds " + rounds
                    + "; "
                    + Discoveries.text(probability) + ")";
            return new RowWarning(
                    row.label(),
                    groups.distance(),
                    evidence,
                    "Its mean is of neither kind: where no slow minutes explain it, compare what the JIT did in them"
                            + " (-jvmArgsAppend -XX:+PrintCompilation), and raise -f.");
        }
    }

    private BimodalForks() {}

    static List<String> warnings(List<RecordedRow> rows) {
        List<Divided> divided = rows.stream()
                .filter(row -> row.forks().size() >= FEWEST_FORKS)
                .map(Divided::of)
                .toList();
        return RowWarning.line(
                "forks of two kinds",
                Discoveries.among(divided, Divided::probability).stream()
                        .map(Divided::finding)
                        .toList());
    }
}
