package dev.callcost.compare.measure;

import dev.callcost.text.Progress.RowsDone;
import dev.callcost.text.Progress.TimeLeft;
import java.time.Duration;
import java.util.Optional;

/** How long short forks of rows have run, and how long the rest of the rows, or of the session, will take. */
final class RowClock {
    private final int rows;
    private final Optional<Duration> limit;
    private final Optional<SessionTime> session;
    private final long start = System.nanoTime();
    private int done;

    /**
     * The budget of a session.
     *
     * @param spent of it
     */
    record SessionTime(Duration budget, Duration spent) {
        Duration left() {
            return budget.minus(spent);
        }

        /** @param over nanoseconds since then */
        TimeLeft time(long over) {
            return TimeLeft.atMost(spent.toNanos() + over, Math.max(0, left().toNanos() - over));
        }
    }

    /**
     * @param limit of these forks
     * @param session in which they run; empty for one whose budget does not include them
     */
    RowClock(int rows, Optional<Duration> limit, Optional<SessionTime> session) {
        this.rows = rows;
        this.limit = limit;
        this.session = session;
    }

    boolean isOver() {
        return limit.filter(it -> over() > it.toNanos()).isPresent();
    }

    /** In nanoseconds. */
    long over() {
        return System.nanoTime() - start;
    }

    /**
     * At most the rest of the budget. Without a budget as long as the rows so far took, in proportion: unknown before
     * the first is done.
     */
    TimeLeft time() {
        long over = over();
        return session.map(it -> it.time(over))
                .orElseGet(
                        () -> done == 0 ? TimeLeft.unknown(over) : TimeLeft.about(over, over / done * (rows - done)));
    }

    RowsDone done() {
        return new RowsDone(done, rows);
    }

    void rowIsDone() {
        done++;
    }
}
