package dev.callcost.work;

import dev.callcost.data.RowKey;
import dev.callcost.launch.RowPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the counts of rows, and knows which of them are to be counted again with the JDK's own classes: rows that do
 * other work exactly, and call the JDK otherwise or allocate otherwise in it.
 */
final class JdkRows implements CountListener {
    private final List<RowPair> all;
    private final CountListener listener;

    /** What was counted of the application. */
    private final Map<RowKey, WorkDelta> open = new HashMap<>();

    JdkRows(List<RowPair> all, CountListener listener) {
        this.all = all;
        this.listener = listener;
    }

    @Override
    public boolean isOver() {
        return listener.isOver();
    }

    @Override
    public void begins(RowKey row) {
        listener.begins(row);
    }

    /**
     * A row that is counted again and whose work in the JDK is up to chance, or where a class of the JDK cannot count,
     * keeps what is known of the application.
     */
    @Override
    public void counted(RowKey row, WorkDelta work) {
        WorkDelta known = open.get(row);
        if (known == null && work.isOpenInJdk()) {
            open.put(row, work);
        }
        boolean isMore = known == null || work.isOther() && work.uncounted().equals(known.uncounted());
        listener.counted(row, isMore ? work : known);
    }

    /** The rows to count again. Those with two JDKs are not: their classes differ anyway. */
    List<RowPair> rows() {
        List<RowPair> rows = all.stream()
                .filter(row -> open.containsKey(row.key())
                        && row.base().jar().jvm().equals(row.head().jar().jvm()))
                .toList();
        listener.again(rows.size());
        return rows;
    }
}
