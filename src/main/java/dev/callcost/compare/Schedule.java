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
 * Who runs when: rows are shuffled anew in each round, and the sides of a pair take turns by a coin, balanced in blocks of two. What
 * drifts over time or lies in the place within a pair thus hits both sides alike.
 *
 * @param <R> the rows
 */
final class Schedule<R> {
    private final Random random;
    private final Map<R, Deque<Boolean>> blocks = new HashMap<>();

    /** A schedule that its seed and the pairs that count decide. */
    Schedule(long seed) {
        random = new Random(seed);
    }

    /** The rows in the order of a new round. */
    List<R> round(Collection<R> rows) {
        List<R> order = new ArrayList<>(rows);
        Collections.shuffle(order, random);
        return order;
    }

    /**
     * Those rows that can still come to their next look: a pair that comes to none tells nothing. Where the time is enough for some of them only, it goes
     * to those that have had no look yet, and then to those that are nearest to theirs; how their differences look is not asked.
     *
     * @param rows that are open
     * @param isPastFirstLook whether a row has had one
     * @param nanosToLook about how long a row takes to its next look
     * @param nanosLeft until the budget is over
     * @return all rows when there is time enough for none
     */
    List<R> worthwhile(
            Collection<R> rows, Predicate<R> isPastFirstLook, ToLongFunction<R> nanosToLook, long nanosLeft) {
        List<R> inOrder = new ArrayList<>(rows);
        inOrder.sort(Comparator.comparing(isPastFirstLook::test).thenComparingLong(nanosToLook));
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

    /** Whether head goes first in the row's next pair. It stays so until a pair {@linkplain #counted counts}. */
    boolean headFirst(R row) {
        Deque<Boolean> block = blocks.computeIfAbsent(row, r -> new ArrayDeque<>());
        if (block.isEmpty()) {
            boolean headFirst = random.nextBoolean();
            block.add(headFirst);
            block.add(!headFirst);
        }
        return block.peek();
    }

    /** Notes that the row's next pair was measured and counts. */
    void counted(R row) {
        headFirst(row);
        blocks.get(row).remove();
    }
}
