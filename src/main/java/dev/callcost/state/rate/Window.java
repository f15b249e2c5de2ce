package dev.callcost.state.rate;

import dev.callcost.agent.Latencies;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The calls of a window: when each was due, sent and answered. One thread sends; any thread ends a call. Times are
 * nanoseconds from the window's start, which is when its first call is waited for. While calls are sent, only the
 * object that takes a call's end is allocated.
 */
final class Window {
    /** The status of a call that had not ended when the window was closed. */
    static final String NO_REPLY = "NO_REPLY";

    private static final long OPEN = Long.MIN_VALUE;
    private static final long FAILED = OPEN + 1;

    private static final long[] NONE = {};

    private static final double P99 = 0.99;

    /** With fewer calls, two medians differ too often by chance. */
    private static final int ENOUGH_TO_GROW = 40;

    private static final double GROWN = 2;
    private static final long GROWN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The most calls in a block of times. A window without a schedule gets more blocks, because its number of calls is
     * not known before.
     */
    private static final int BLOCK = 1 << 12;

    private final LongSupplier clock;
    private final long[] due;
    private final long lengthNanos;
    private final CallTimes sent;
    private final CallTimes done;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<String, Integer> failed = new ConcurrentHashMap<>();
    private volatile Thread waiter;
    private boolean hasStarted;
    private long start;
    private int next;
    private int unsent;

    /**
     * @param due as {@link Schedule#due} returns; empty for a window without a schedule
     * @param clock nanoseconds from any origin
     */
    Window(long[] due, long lengthNanos, LongSupplier clock) {
        this.due = due;
        this.lengthNanos = lengthNanos;
        this.clock = clock;
        // small for few calls, because a warm-up has a window for each call
        int block = due.length == 0 ? BLOCK : Math.min(due.length, BLOCK);
        sent = new CallTimes(block);
        done = new CallTimes(block);
        for (int call = 0; call < due.length; call += block) {
            sent.make(call);
            done.make(call);
        }
    }

    /** Starts the window unless it has started. */
    void start() {
        if (!hasStarted) {
            hasStarted = true;
            start = clock.getAsLong();
        }
    }

    /** Nanoseconds since the start. */
    long now() {
        return clock.getAsLong() - start;
    }

    /** Whether a call of the schedule is still to be sent or left out. */
    boolean hasNext() {
        return next < due.length;
    }

    long nextDue() {
        return due[next];
    }

    long lengthNanos() {
        return lengthNanos;
    }

    int inFlight() {
        return inFlight.get();
    }

    void send(Calls calls) {
        int call = next++;
        sent.make(call);
        done.make(call);
        inFlight.incrementAndGet();
        sent.set(call, now());
        calls.send(new Flight(call));
    }

    /** Leaves the next call out. */
    void skip() {
        next++;
        unsent++;
    }

    /**
     * Waits until at most so many calls are in flight.
     *
     * @return false when more are after that time
     */
    boolean await(int most, long patienceNanos) {
        long deadline = System.nanoTime() + patienceNanos;
        waiter = Thread.currentThread();
        while (inFlight.get() > most) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            LockSupport.parkNanos(this, left);
        }
        waiter = null;
        return inFlight.get() <= most;
    }

    private final class Flight implements Calls.Callback {
        private final int call;

        Flight(int call) {
            this.call = call;
        }

        @Override
        public void answered() {
            end(now());
        }

        @Override
        public void failed(String status) {
            failed.merge(status, 1, Integer::sum);
            end(FAILED);
        }

        private void end(long time) {
            done.set(call, time);
            inFlight.decrementAndGet();
            Thread waiting = waiter;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    /**
     * What became of the calls.
     *
     * @param latencies from when a call was due to its reply, in the order of the calls; from its send in a window
     *     without a schedule
     * @param fromSend from the send to the reply; empty without a schedule
     * @param late from when a call was due to its send; empty without a schedule
     * @param answeredInTime calls that were answered before the window's end
     * @param unsent calls that were left out, or were still to be sent
     * @param failed calls that ended without an answer, by status
     */
    record WindowResult(
            long[] latencies,
            long[] fromSend,
            long[] late,
            int answeredInTime,
            int unsent,
            Map<String, Integer> failed) {

        /**
         * Whether the latencies are those of calls at the rate: all were sent, none failed, the pacer was not late, and
         * no queue grew. The pacer was late when p99 of its lateness is more than half of p99 of latency. A queue grew
         * when the median latency of the second half of the calls is twice as high as that of the first quarter, and a
         * millisecond higher. A stall of less than a quarter of the window is no such queue. With fewer than 40 calls
         * growth is not judged.
         *
         * @param isFloor whether lateness is what is measured; then neither it nor its growth is judged
         */
        boolean isMet(boolean isFloor) {
            return unsent == 0 && failed.isEmpty() && (isFloor || isInTime() && !isGrowing());
        }

        /** What became of calls without an answer, such as {@code 50 ended with DEADLINE_EXCEEDED}. */
        String ends() {
            Stream<String> ended =
                    failed.entrySet().stream().map(status -> status.getValue() + " ended with " + status.getKey());
            return Stream.concat(ended, unsent == 0 ? Stream.empty() : Stream.of(unsent + " were not sent"))
                    .collect(Collectors.joining(", "));
        }

        private boolean isInTime() {
            return quantile(late, P99) <= Latencies.LATE_SHARE * quantile(latencies, P99);
        }

        private boolean isGrowing() {
            int all = latencies.length;
            if (all < ENOUGH_TO_GROW) {
                return false;
            }
            long first = quantile(Arrays.copyOf(latencies, all / 4), 0.5);
            long last = quantile(Arrays.copyOfRange(latencies, all / 2, all), 0.5);
            return last >= GROWN * first && last - first >= GROWN_NANOS;
        }

        private static long quantile(long[] values, double q) {
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(q * sorted.length) - 1];
        }
    }

    /** What became of the calls until now; a call in flight has failed with {@value #NO_REPLY}. */
    WindowResult outcome() {
        long[] sentAt = sent.copy(next);
        long[] doneAt = done.copy(next); // a reply that comes now is late for all that follows
        int[] answered = calls(call -> doneAt[call] > FAILED);
        int[] wereSent = calls(call -> sentAt[call] != OPEN);
        Map<String, Integer> statuses = new TreeMap<>(failed);
        int open = (int)
                Arrays.stream(wereSent).filter(call -> doneAt[call] == OPEN).count();
        if (open > 0) {
            statuses.put(NO_REPLY, open);
        }
        boolean isScheduled = due.length > 0;
        return new WindowResult(
                times(answered, isScheduled ? due : sentAt, doneAt),
                isScheduled ? times(answered, sentAt, doneAt) : NONE,
                isScheduled ? times(wereSent, due, sentAt) : NONE,
                (int) Arrays.stream(answered)
                        .filter(call -> doneAt[call] <= lengthNanos)
                        .count(),
                unsent + (isScheduled ? due.length - next : 0),
                statuses);
    }

    private int[] calls(IntPredicate which) {
        return IntStream.range(0, next).filter(which).toArray();
    }

    private static long[] times(int[] calls, long[] from, long[] to) {
        return Arrays.stream(calls).mapToLong(call -> to[call] - from[call]).toArray();
    }

    /** A time for each call, in blocks that only the sending thread makes, before another thread has the call. */
    private static final class CallTimes {
        private final int length;
        private long[][] blocks = new long[1][];

        /** @param length of a block, in calls */
        CallTimes(int length) {
            this.length = length;
        }

        void make(int call) {
            int block = call / length;
            if (block == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * block);
            }
            if (blocks[block] == null) {
                long[] times = new long[length];
                Arrays.fill(times, OPEN);
                blocks[block] = times;
            }
        }

        void set(int call, long time) {
            blocks[call / length][call % length] = time;
        }

        long[] copy(int calls) {
            return IntStream.range(0, calls)
                    .mapToLong(call -> blocks[call / length][call % length])
                    .toArray();
        }
    }
}
