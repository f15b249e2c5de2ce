package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Scatter;
import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a row that is free of pinning is: a mixture of forks, whose times hang on where the scheduler has put the threads. Its mean says
 * little of any of them.
 */
public final class FreeForks {
    private FreeForks() {}

    /** The lowest and the highest fork, and whether the forks are of two kinds; empty for other rows and for one fork. */
    public static String text(Row row) {
        double[] nanos = row.primary().forks().stream()
                .filter(fork -> Scatter.isFree(row))
                .map(fork -> row.nanos(new Metric(row.primary().unit(), List.of(fork)).estimate()))
                .flatMap(Optional::stream)
                .mapToDouble(Estimate::value)
                .sorted()
                .toArray();
        if (nanos.length < 2) {
            return "";
        }
        boolean twoKinds =
                BimodalForks.areSeenIn(Arrays.stream(nanos).map(Math::log).toArray());
        return Numbers.plainTime(nanos[0]) + " - " + Numbers.plainTime(nanos[nanos.length - 1])
                + (twoKinds ? ", two kinds" : "");
    }
}
