package dev.callcost.compare.report;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.Floor;
import dev.callcost.compare.judge.Fate;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.session.Cause;
import dev.callcost.data.RowNames;
import dev.callcost.stats.Difference;
import dev.callcost.text.Sections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why rows are slower, in words. */
final class CauseText {
    private CauseText() {}

    /** Why a row is slower, and the changed methods that it runs, in a line of text; empty where neither is known. */
    static Optional<String> of(RowVerdict row, Verdicts verdicts) {
        Stream<String> why = verdicts.cause(row).stream().map(it -> "why: " + of(it, row));
        Stream<String> run = verdicts.changed().stream()
                .filter(it -> row.fate() == Fate.SLOWER)
                .map(it -> new ReachText(it).someMethods(row.key()))
                .filter(it -> !it.isEmpty())
                .map(it -> "changed and run: " + it);
        return Stream.concat(why, run).reduce((first, second) -> first + "; " + second);
    }

    /** The same of all rows, each with its name, the slowest row first. */
    static List<String> of(Verdicts verdicts) {
        RowNames names = verdicts.names();
        return verdicts.rows().stream()
                .sorted(Comparator.comparingDouble(row -> -row.size()))
                .flatMap(row -> of(row, verdicts).map(it -> names.of(row.key()) + ", " + it).stream())
                .toList();
    }

    /** {@code Parser.read +5.9 us of +6.7 us, +24 B/op}, or why it is not known. */
    static String of(Cause cause, RowVerdict row) {
        if (cause.reason() != null) {
            return "not sampled: " + cause.reason();
        }
        String named = cause.parts().stream()
                .map(part -> part.name() + " " + change(part.nanos()))
                .collect(Collectors.joining(", "));
        String whole = change(cause.headNanos() - cause.baseNanos());
        return (named.isEmpty() ? "no part explains " + whole : named + " of " + whole)
                + (cause.isCpuTime() ? " of CPU time" : "")
                + bytes(cause, row).map(it -> ", " + it).orElse("");
    }

    private static String change(double nanos) {
        return unbroken((nanos < 0 ? "" : "+") + Difference.time(nanos));
    }

    /**
     * The difference of the pairs where they have one, else that of the sampled forks; empty where it is too small to
     * count.
     */
    private static Optional<String> bytes(Cause cause, RowVerdict row) {
        Double base = row.allocation().map(AllocationChange::base).orElse(cause.baseBytes());
        Double head = row.allocation().map(AllocationChange::head).orElse(cause.headBytes());
        return row.sides()
                .filter(both -> base != null
                        && head != null
                        && AllocationChange.areComparable(both.base(), both.head())
                        && !Floor.BYTES.covers(base, head))
                .map(both ->
                        unbroken((head < base ? "-" : "+") + AllocationChange.text(Math.abs(head - base)) + " B/op"));
    }

    private static String unbroken(String text) {
        return text.replace(' ', Sections.NO_BREAK);
    }
}
