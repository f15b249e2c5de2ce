package dev.callcost.bill;

import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The notes below a bill: its samples, profiler overhead and intervals. */
final class BillNotes {
    /** A note says how many forks give this half width. */
    private static final double FINE = 0.01;

    private static final double LARGE_OVERHEAD = 0.02;

    private BillNotes() {}

    static List<String> of(Bill bill) {
        List<String> notes = new ArrayList<>();
        int forks = bill.nanos().forks();
        notes.add(bill.samples() + " samples in " + Sections.count(forks, "fork")
                + (bill.isContended() ? ", contended iterations included, as too few are not" : "") + "; per call "
                + Numbers.plainTime(bill.cpuNanos()) + " of CPU time"
                + (bill.switches() > 0 ? ", " + switches(bill.switches()) : "")
                + (bill.bytes().isPresent() ? ", " + Numbers.bytes(bill.bytes()) + " B allocated" : "")
                + (bill.besideNanos() > 0
                        ? "; in addition " + Numbers.plainTime(bill.besideNanos()) + " of JIT compiler and profiler"
                        : ""));
        if (!bill.fillsItsTime()) {
            notes.add(
                    bill.cpuNanos() > bill.nanos().value()
                            ? "CPU time is longer than the time: threads run on several CPUs at once, and shares are of CPU time"
                            : "CPU time is shorter than the time: shares are of CPU time, and the rest is waiting");
        }
        Estimate overhead = bill.overhead();
        String change =
                (EstimateText.change(overhead) + " " + EstimateText.changes(overhead.low(), overhead.high())).strip();
        notes.add(
                Math.abs(overhead.value() - 1) <= LARGE_OVERHEAD
                        ? "Profiler overhead: " + change
                        : "PROFILER OVERHEAD: " + change
                                + (bill.switches() > 0
                                        ? ", " + switches(bill.sampledSwitches()) + " instead of "
                                                + Numbers.significant(bill.switches())
                                        : "")
                                + "; the shares are those of sampled calls");
        if (bill.widest() > FINE) {
            notes.add("The widest interval is ±" + points(bill.widest()) + " points; ±1 needs about "
                    + bill.forksFor(FINE) + " forks (-f), or fewer with more iterations (-i)");
        } else if (Double.isNaN(bill.widest())) {
            notes.add("One fork has no interval: use -f 2 or more");
        }
        if (!bill.unknown().isEmpty()) {
            notes.add("other: "
                    + String.join(
                            "; ",
                            bill.unknown().stream()
                                    .map(it -> Numbers.percent(it.share()) + " " + it.frames())
                                    .toList()));
        }
        return notes;
    }

    private static String switches(double perCall) {
        return "a thread gets a CPU " + Numbers.significant(perCall) + " times";
    }

    /** Half of an interval of a share, in percentage points; empty for NaN. */
    static String points(double halfWidth) {
        return Double.isNaN(halfWidth)
                ? ""
                : halfWidth >= 1 ? ">99" : String.format(Locale.ROOT, "%.1f", 100 * halfWidth);
    }
}
