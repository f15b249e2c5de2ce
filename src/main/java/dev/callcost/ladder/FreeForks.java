package dev.callcost.ladder;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Bimodality;
import dev.callcost.stats.Scatter;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;

/** Rows that are free of pinning mix forks whose times depend on where the scheduler put the threads: their mean describes no fork. */
public final class FreeForks {
    private FreeForks() {}

    /** The lowest and the highest fork, and whether the forks are bimodal; empty for other rows and for one fork. */
    public static String text(Row row) {
        double[] logs = row.primary().forks().stream()
                .filter(fork -> Scatter.isFree(row))
                .map(fork -> row.nanos(new Metric(row.primary().unit(), List.of(fork)).estimate()))
                .flatMap(Optional::stream)
                .mapToDouble(Estimate::logMean)
                .sorted()
                .toArray();
        return logs.length < 2
                ? ""
                : Numbers.plainTime(Math.exp(logs[0])) + " - " + Numbers.plainTime(Math.exp(logs[logs.length - 1]))
                        + (Bimodality.of(logs).filter(Bimodality::isSignificant).isPresent() ? ", bimodal" : "");
    }
}
