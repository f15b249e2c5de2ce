package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.data.RowNames;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Terminal;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What of a comparison is shown. What it comes to is that of all rows, whichever are shown.
 *
 * @param width in letters, of text
 * @param all whether rows that say nothing new have a line each, however many there are
 * @param only what is found in the labels, or in the names, of the rows that are shown; empty for all rows
 */
public record View(int width, boolean all, Optional<Pattern> only) {
    /** Everything, in lines that are as long as they are. */
    public static final View EVERYTHING = new View(Terminal.ENDLESS, true, Optional.empty());

    private static final Set<Verdict> COUNTED = EnumSet.of(Verdict.SAME, Verdict.UNDECIDED, Verdict.CANNOT_TELL);
    private static final Set<AllocationVerdict> CHANGED = EnumSet.of(AllocationVerdict.MORE, AllocationVerdict.LESS);

    /** Rows that fit on a screen beside what is said of them: so few are all shown. */
    private static final int FEW = 10;

    boolean shows(ComparedRow row, RowNames names, int rows) {
        boolean isAskedFor = only.isEmpty()
                || Stream.of(row.key().label(), names.of(row.key()))
                        .anyMatch(text -> only.get().matcher(text).find());
        return isAskedFor && (all || only.isPresent() || rows <= FEW || saysSomething(row));
    }

    /** Whether a row is neither the same, nor open, nor left out: those are counted. */
    static boolean saysSomething(ComparedRow row) {
        return row.noVerdict().map(it -> it.kind() != NoVerdict.Kind.LEFT_OUT).orElse(!COUNTED.contains(row.verdict()))
                || row.allocation().filter(it -> CHANGED.contains(it.verdict())).isPresent();
    }
}
