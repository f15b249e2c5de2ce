package dev.callcost.compare.report;

import dev.callcost.compare.evidence.AllocationChange;
import dev.callcost.compare.evidence.AllocationChange.AllocationVerdict;
import dev.callcost.compare.evidence.Floor;
import dev.callcost.compare.evidence.RowSides;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.data.ForkKinds;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkDelta.WorkKind;
import dev.callcost.work.WorkText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why rows are slower, and what they do more or less, in words. */
final class CauseText {
    private CauseText() {}

    /** Where to look when the work does not explain the time. */
    private static String elsewhere(WorkDelta work) {
        return "look at the JIT, the layout, the collector or "
                + (work.jdkWork() == null ? "what the JDK does" : "native code");
    }

    /**
     * Why a row is slower, what it does more or less, and the changed methods that a slower row runs, in a line of
     * text; empty where nothing is known.
     */
    static Optional<String> of(RowVerdict row, Verdicts verdicts) {
        Optional<WorkDelta> counted = verdicts.work(row.key());
        Stream<String> why = verdicts.cause(row).stream().map(it -> "why: " + of(it, row));
        Stream<String> run = verdicts.changed().stream()
                .filter(it -> row.fate() == Fate.SLOWER
                        && counted.filter(work -> names(work, it.methods(row.key())))
                                .isEmpty())
                .map(it -> new ReachText(it).someMethods(row.key()))
                .filter(it -> !it.isEmpty())
                .map(it -> "changed and run: " + it);
        Stream<String> work = counted.stream().flatMap(it -> ofWork(it, row));
        return Stream.of(why, work, run).flatMap(it -> it).reduce((first, second) -> first + "; " + second);
    }

    /** Whether a sentence about the work names the only changed method. */
    private static boolean names(WorkDelta work, List<String> changed) {
        return work.isOther()
                && work.bytecodes() != 0
                && !work.methods().isEmpty()
                && changed.equals(
                        List.of(WorkText.shortName(work.methods().get(0).name())));
    }

    /** Two facts at most; none where a row that is not slower does the same. */
    private static Stream<String> ofWork(WorkDelta work, RowVerdict row) {
        if (work.kind() == WorkKind.SAME) {
            return Stream.of("does the same work to the last digit: " + elsewhere(work))
                    .filter(it -> row.fate() == Fate.SLOWER);
        }
        Stream<String> bytes = WorkText.bytes(work).stream()
                .map(it -> it
                        + row.allocation()
                                .map(pairs -> "; pairs measured " + pairs.text())
                                .orElse(""));
        return Stream.concat(facts(work, bytes), against(work, row).stream());
    }

    /** Why a row whose work rises takes less time, or more while its work falls; empty of other rows. */
    private static Optional<String> against(WorkDelta work, RowVerdict row) {
        double change = row.slowdown().map(Estimate::logMean).orElse(0.0);
        boolean isAgainst = work.kind() == WorkKind.MORE && work.share() > 0 && change < 0
                || work.kind() == WorkKind.LESS && work.share() < 0 && change > 0;
        if (!isAgainst) {
            return Optional.empty();
        }
        return row.sides()
                .flatMap(CauseText::kinds)
                .or(() -> Optional.of((change < 0 ? "faster" : "slower") + " all the same: " + elsewhere(work))
                        .filter(it -> row.fate() == Fate.SLOWER || row.fate() == Fate.FASTER));
    }

    private static Optional<String> kinds(RowSides sides) {
        return kinds("head", sides.head())
                .or(() -> kinds("base", sides.base()))
                .map(kinds -> kinds + ": the faster kind is mostly the JIT's choice, which -Xbatch removes");
    }

    private static Optional<String> kinds(String side, Row row) {
        return ForkKinds.of(row).map(kinds -> side + " has " + kinds.text());
    }

    /** What head does more or less, two facts at most. */
    static Stream<String> facts(WorkDelta work) {
        return facts(work, WorkText.bytes(work).stream());
    }

    /** Calls of the JDK come before bytes where they speak against the bytecodes. */
    private static Stream<String> facts(WorkDelta work, Stream<String> bytes) {
        if (!work.isOther()) {
            return Stream.empty();
        }
        Stream<String> jdk = WorkText.jdkCalls(work).stream();
        return Stream.concat(
                        Stream.concat(WorkText.bytecodes(work).stream(), WorkText.otherThreads(work).stream()),
                        work.kind() == WorkKind.MIXED ? Stream.concat(jdk, bytes) : Stream.concat(bytes, jdk))
                .limit(2);
    }

    /**
     * Why the bytes that pairs measured differ otherwise than those that the work allocates; empty where they do not.
     */
    static Optional<String> ofBytes(RowVerdict row, Verdicts verdicts) {
        int sign = row.allocates(AllocationVerdict.MORE) ? 1 : row.allocates(AllocationVerdict.LESS) ? -1 : 0;
        return verdicts.work(row.key())
                .filter(work -> work.isExact() && sign * work.bytes() <= 0 && sign != 0)
                .map(work -> WorkText.bytes(work).orElse("allocates as much before the JIT removes what it can")
                        + ": the JIT may remove " + (sign > 0 ? "fewer" : "more") + " of head's objects");
    }

    /** The same as {@link #of(RowVerdict, Verdicts)} of rows with a fate, each with its name, the slowest row first. */
    static List<String> of(Verdicts verdicts, Predicate<Fate> which) {
        RowNames names = verdicts.names();
        return verdicts.rows().stream()
                .filter(row -> which.test(row.fate()))
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
        return unbroken((nanos < 0 ? "" : "+") + Numbers.signedTime(nanos));
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
