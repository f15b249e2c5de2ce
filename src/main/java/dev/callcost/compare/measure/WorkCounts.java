package dev.callcost.compare.measure;

import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.data.RowKey;
import dev.callcost.launch.RowPair;
import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkScouts;
import dev.callcost.work.WorkScouts.CountListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Counts the work of rows, logs and tells it. */
final class WorkCounts {
    private static final double NANOS_PER_SECOND = 1e9;

    private final LiveSession live;
    private final ComparisonListener listener;

    WorkCounts(LiveSession live, ComparisonListener listener) {
        this.live = live;
        this.listener = listener;
    }

    /**
     * @param time after which no further fork starts; rows that are not counted then stay without counts
     * @param session as that of {@link RowClock}
     * @return false when this process was told to end
     */
    boolean run(List<RowPair> rows, Optional<Duration> time, Optional<RowClock.SessionTime> session, Path temporary) {
        if (rows.isEmpty() || time.filter(it -> it.isNegative() || it.isZero()).isPresent()) {
            return true;
        }
        boolean isWhole = WorkScouts.run(rows, temporary, new CountWatcher(new RowClock(rows.size(), time, session)));
        listener.counted(live.session());
        return isWhole;
    }

    private final class CountWatcher implements CountListener {
        private final RowClock clock;
        private long accounted;

        CountWatcher(RowClock clock) {
            this.clock = clock;
        }

        @Override
        public boolean isOver() {
            return clock.isOver();
        }

        @Override
        public void begins(RowKey row) {
            listener.counts(row, clock.done(), clock.time());
        }

        @Override
        public void counted(RowKey row, WorkDelta work) {
            clock.rowIsDone();
            long over = clock.over();
            double before = Optional.ofNullable(
                            live.session().changed().counted().get(row))
                    .map(CountedRow::seconds)
                    .orElse(0.0);
            live.add(new CountedRow(row, work, before + (over - accounted) / NANOS_PER_SECOND));
            accounted = over;
        }
    }
}
