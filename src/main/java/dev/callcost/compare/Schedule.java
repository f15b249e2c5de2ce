package dev.callcost.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The order of rows and sides: each round shuffles the rows, and a coin decides which side of a pair goes first, balanced in blocks of two. So drift and the
 * place within a pair affect both sides alike. The seed and the pairs that count determine the schedule.
 *
 * @param <R> the rows
 */
final class Schedule<R> {
    private final Random random;
    private final Map<R, Deque<Boolean>> blocks = new HashMap<>();

    Schedule(long seed) {
        random = new Random(seed);
    }

    List<R> round(Collection<R> rows) {
        List<R> order = new ArrayList<>(rows);
        Collections.shuffle(order, random);
        return order;
    }

    /**
     * The rows that can still reach their next interim analysis, because a pair that reaches none is wasted. If the time suffices for some rows only, rows
     * before their first interim analysis come first, then those that are nearest to theirs; measured differences do not matter.
     *
     * @param nanosToLook the estimated time of a row until its next interim analysis
     * @param nanosLeft until the budget ends
     * @return all rows when the time suffices for none
     */
    List<R> worthwhile(
            Collection<R> open, Predicate<R> isPastFirstLook, ToLongFunction<R> nanosToLook, long nanosLeft) {
        List<R> inOrder = open.stream()
                .sorted(Comparator.comparing(isPastFirstLook::test).thenComparingLong(nanosToLook))
                .toList();
        List<R> worthwhile = new ArrayList<>();
        long left = nanosLeft;
        for (R row : inOrder) {
            long needed = nanosToLook.applyAsLong(row);
            if (needed <= left) {
                worthwhile.add(row);
                left -= needed;
            }
        }
        return worthwhile.isEmpty() ? inOrder : worthwhile;
    }

    /** Whether head goes first in the row's next pair, the same until a pair {@linkplain #counted counts}. */
    boolean headFirst(R row) {
        Deque<Boolean> block = blocks.computeIfAbsent(row, it -> new ArrayDeque<>());
        if (block.isEmpty()) {
            boolean headFirst = random.nextBoolean();
            block.addAll(List.of(headFirst, !headFirst));
        }
        return block.peek();
    }

    void counted(R row) {
        headFirst(row);
        blocks.get(row).remove();
    }
}
