package dev.callcost.bill;

import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the numbers of a bill rest on, and what speaks against them. */
final class BillNotes {
    /** Half of an interval, above which the report says how to get there. */
    private static final double FINE = 0.01;

    /** Above it samples count only for what they say of a slower call. */
    private static final double DISTORTED = 0.02;

    private BillNotes() {}

    /** The notes, a line each. */
    static List<String> of(Bill bill) {
        List<String> notes = new ArrayList<>();
        int forks = bill.nanos().forks();
        notes.add(bill.samples() + " samples in " + Sections.count(forks, "fork")
                + (bill.isDisturbed() ? ", disturbed ones as well: too few others" : "") + "; CPU time "
                + Numbers.plainTime(bill.cpuNanos()) + " a call"
                + (bill.switches() > 0
                        ? ", a thread given a CPU " + Numbers.significant(bill.switches()) + " times"
                        : "")
                + (bill.bytes().isPresent() ? ", " + Numbers.bytes(bill.bytes()) + " B allocated" : "")
                + (bill.besideNanos() > 0
                        ? "; beside it " + Numbers.plainTime(bill.besideNanos()) + " of JIT compiler and profiler"
                        : ""));
        if (!bill.fillsItsTime()) {
            notes.add(
                    bill.cpuNanos() > bill.nanos().value()
                            ? "More CPU time than time: threads run on several CPUs at once, and shares are of CPU time"
                            : "Less CPU time than time: shares are of CPU time, and what is left is waiting");
        }
        double factor = bill.distortion().value();
        String change = EstimateText.change(bill.distortion()) + " "
                + EstimateText.changes(
                        bill.distortion().low(), bill.distortion().high());
        notes.add(
                Math.abs(factor - 1) <= DISTORTED
                        ? "With samples a call takes " + change.strip()
                        : "DISTORTED: with samples a call takes " + change.strip()
                                + (bill.switches() > 0
                                        ? ", a thread is given a CPU " + Numbers.significant(bill.sampledSwitches())
                                                + " times in place of "
                                                + Numbers.significant(bill.switches())
                                        : "")
                                + ", and the shares are those of that call");
        if (bill.widest() > FINE) {
            notes.add("The widest interval is ±" + points(bill.widest()) + " points; for ±1 about "
                    + bill.forksFor(FINE) + " forks like these (-f), or fewer that measure longer (-i)");
        } else if (Double.isNaN(bill.widest())) {
            notes.add("One fork has no interval: -f 2 and more");
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

    /** Half of an interval of a share, in percentage points; empty for NaN. */
    static String points(double halfWidth) {
        return Double.isNaN(halfWidth)
                ? ""
                : halfWidth >= 1 ? ">99" : String.format(Locale.ROOT, "%.1f", 100 * halfWidth);
    }
}
