package dev.callcost.results.compare;

import dev.callcost.results.Estimate;
import dev.callcost.results.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A row that both files hold.
 *
 * @param base the row in base
 * @param head the row in head
 * @param score what the scores say; empty when their units cannot be converted
 * @param allocation what the allocations say; empty when one side does not have them
 * @param differences settings that differ, one text each: {@code jdkVersion 17.0.15 / 25.0.3}
 */
public record RowComparison(
        Row base,
        Row head,
        Optional<ScoreComparison> score,
        Optional<AllocationComparison> allocation,
        List<String> differences) {
    private static final Set<String> JVM = Set.of("jdkVersion", "vmName", "vmVersion");
    private static final String MEMORY = "-XX:[+-]Use\\w*GC|-Xm[snx].*|-XX:\\w*(HeapSize|RAMPercentage|NewSize)=.*";

    /**
     * Compares two rows.
     *
     * @param rule how the scores are judged
     * @param rows how many rows are judged together
     */
    static RowComparison of(Row base, Row head, Rule rule, int rows) {
        Optional<ScoreComparison> score = slowdown(base, head, false)
                .map(byMedian -> ScoreComparison.of(
                        byMedian, slowdown(base, head, true).orElseThrow(), rule, differInMemory(base, head)));
        return new RowComparison(base, head, score, AllocationComparison.of(base, head, rows), differences(base, head));
    }

    /** Whether the two can be judged at all: their units are known. */
    static boolean isComparable(Row base, Row head) {
        return base.nanosPerOperation(false).isPresent()
                && head.nanosPerOperation(false).isPresent();
    }

    private static Optional<Estimate> slowdown(Row base, Row head, boolean means) {
        Optional<Estimate> before = base.nanosPerOperation(means);
        return head.nanosPerOperation(means).flatMap(after -> before.map(after::ratioTo));
    }

    /** Whether the two sides differ in JVM, garbage collector or heap, so that the mean of a fork's iterations decides. */
    public static boolean differInMemory(Row base, Row head) {
        return JVM.stream().anyMatch(name -> differ(name, base, head))
                || !memory(base).equals(memory(head));
    }

    private static boolean differ(String setting, Row base, Row head) {
        return !Objects.equals(base.settings().get(setting), head.settings().get(setting));
    }

    private static List<String> memory(Row row) {
        return Arrays.stream(row.settings().getOrDefault("jvmArgs", "").split(" "))
                .filter(argument -> argument.matches(MEMORY))
                .toList();
    }

    /** Settings in which the two sides differ, one text each: {@code jdkVersion 17.0.15 / 25.0.3}. */
    public static List<String> differences(Row base, Row head) {
        Set<String> names = new TreeSet<>(base.settings().keySet());
        names.addAll(head.settings().keySet());
        return names.stream()
                .filter(name -> differ(name, base, head))
                .map(name -> name + " " + base.settings().getOrDefault(name, "(unknown)") + " / "
                        + head.settings().getOrDefault(name, "(unknown)"))
                .toList();
    }

    /** The verdict on the scores; CANNOT_TELL when their units cannot be converted. */
    public Verdict verdict() {
        return score.map(ScoreComparison::verdict).orElse(Verdict.CANNOT_TELL);
    }

    /** Whether the scores or the allocations leave it open. */
    public boolean isOpen() {
        return !verdict().isDecided()
                || allocation.filter(AllocationComparison::isOpen).isPresent();
    }

    /** Whether head takes more time or more memory. */
    public boolean isRegression() {
        return verdict() == Verdict.SLOWER
                || allocation
                        .filter(it -> it.verdict() == AllocationComparison.Verdict.MORE)
                        .isPresent();
    }
}
