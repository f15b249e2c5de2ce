package dev.callcost.compare.measure;

/** How long short forks of rows have run, and how long the rest of the rows will take. */
final class RowClock {
    private int rows;
    private final long limit;
    private final long start = System.nanoTime();
    private int done;

    /** @param limit in nanoseconds */
    RowClock(int rows, long limit) {
        this.rows = rows;
        this.limit = limit;
    }

    /** So many rows more take their time. */
    void add(int more) {
        rows += more;
    }

    boolean isOver() {
        return over() > limit;
    }

    /** In nanoseconds, like {@link #left}. */
    long over() {
        return System.nanoTime() - start;
    }

    /** As long as the rows so far took, in proportion; before the first is done, as long again. */
    long left() {
        return done == 0 ? over() : over() / done * (rows - done);
    }

    void rowIsDone() {
        done++;
    }
}
