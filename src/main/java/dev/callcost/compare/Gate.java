package dev.callcost.compare;

import dev.callcost.compare.AllocationChange.AllocationVerdict;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The conditions under which a comparison fails.
 *
 * @param failAt the least change of a row that is slower or allocates more that fails; empty when each fails
 * @param required which rows both sides must have
 */
public record Gate(OptionalDouble failAt, List<Pattern> required) {
    /** Each row that is slower or allocates more fails, and no row is required. */
    static final Gate ANY = new Gate(OptionalDouble.empty(), List.of());

    boolean fails(RowVerdict row) {
        return failsByTime(row) || failsByBytes(row);
    }

    boolean failsByTime(RowVerdict row) {
        return row.isSlower() && isEnough(row.ratio());
    }

    boolean failsByBytes(RowVerdict row) {
        return row.allocates(AllocationVerdict.MORE)
                && row.allocation()
                        .filter(it -> isEnough(it.head() / it.base()))
                        .isPresent();
    }

    /** The change as the table rounds it: +10.0 % is enough for 10 %. */
    private boolean isEnough(double ratio) {
        return failAt.isEmpty() || ratio - 1 > failAt.getAsDouble() - 0.0005;
    }

    /** A text for each required row that base has and head lacks, and for each expression that matches no row. */
    List<String> missing(Verdicts verdicts) {
        List<RowKey> absent = new ArrayList<>(verdicts.onlyInBase());
        verdicts.with(Verdict.SKIPPED).forEach(row -> absent.add(row.key()));
        return required.stream()
                .flatMap(regexp -> verdicts.keys().stream().noneMatch(key -> key.has(regexp))
                        ? Stream.of("no row matches --require " + regexp)
                        : absent.stream()
                                .filter(key -> key.has(regexp))
                                .map(key -> "head lacks the required row " + key.label()))
                .distinct()
                .toList();
    }
}
