package dev.callcost.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

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
