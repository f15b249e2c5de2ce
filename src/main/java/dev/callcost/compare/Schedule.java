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
     * Those rows that can still come to their next look: a pair that comes to none tells nothing. Where the time is enough for some of them only, it goes to
     * those that are nearest to theirs; how their differences look is not asked.
     *
     * @param rows that are open
     * @param nanosToLook about how long a row takes to its next look
     * @param nanosLeft until the budget is over
     * @return all rows when there is time enough for none
     */
    List<R> worthwhile(Collection<R> rows, ToLongFunction<R> nanosToLook, long nanosLeft) {
        List<R> nearest = new ArrayList<>(rows);
        nearest.sort(Comparator.comparingLong(nanosToLook));
        List<R> worthwhile = new ArrayList<>();
        long left = nanosLeft;
        for (R row : nearest) {
            left -= nanosToLook.applyAsLong(row);
            if (left >= 0) {
                worthwhile.add(row);
            }
        }
        return worthwhile.isEmpty() ? nearest : worthwhile;
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
