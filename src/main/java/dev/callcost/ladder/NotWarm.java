package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Rows with forks that were measured though they were not warm, because their warm-up had come to its cap. */
final class NotWarm {
    private NotWarm() {}

    static Stream<RowWarning> of(RecordedRow row) {
        List<Fork> cold = row.forks().stream()
                .filter(fork -> fork.warmUp() != null && !fork.warmUp().warm())
                .toList();
        return cold.stream()
                .max(Comparator.comparingDouble(fork -> fork.warmUp().seconds()))
                .map(worst -> new RowWarning(
                        "not warm",
                        row,
                        cold.size(),
                        "was measured after "
                                + Numbers.significant(worst.warmUp().seconds())
                                + " s though not warm, in " + cold.size() + " of "
                                + row.forks().size()
                                + " forks; what it waited for: "
                                + worst.warmUp().waitedFor(),
                        "Raise --warm-up-cap, or run again at a quieter hour."))
                .stream();
    }
}
