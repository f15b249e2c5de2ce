package dev.callcost.work;

import dev.callcost.launch.HostFolder;
import dev.callcost.work.CountState.CountedSide;
import dev.callcost.work.WorkJudge.RowWork;
import dev.callcost.work.WorkJudge.WorkSides;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One JVM for base and one for head, under the same chance. Both run the same rows in the same order, so what earlier
 * rows left behind is alike on both sides. Rows that differ share other JVMs under the second chance, in reverse order:
 * where both chances show the same difference, it is none that earlier rows made.
 *
 * <p>Both JVMs end where a row fails or one of them has ended. The rows that are left need others then.
 */
final class SharedJvms {
    /** Tells the JVMs of one group of rows from those of another. */
    private static final String NUMBER = "-Dcallcost.shared=";

    private final int number;
    private final int chance;
    private final List<CountState> rows;
    private final List<CountState> left;
    private final Deque<CountState> differing = new ArrayDeque<>();
    private final Map<CountedSide, Integer> begun = new EnumMap<>(CountedSide.class);
    private final Set<CountedSide> busy = EnumSet.noneOf(CountedSide.class);
    private final Map<CountedSide, HostFolder> places = new EnumMap<>(CountedSide.class);
    private final Map<CountState, Map<CountedSide, RowWork>> works = new HashMap<>();

    /** The threads that start JVMs read it. */
    private volatile boolean isOver;

    /**
     * @param number no other group has it
     * @param chance 1 or 2
     */
    SharedJvms(int number, int chance, List<CountState> rows) {
        this.number = number;
        this.chance = chance;
        this.rows = List.copyOf(rows);
        left = new ArrayList<>(rows);
    }

    String jvmArgument() {
        return NUMBER + number;
    }

    int chance() {
        return chance;
    }

    /** Whether no further row runs in these JVMs. */
    boolean isOver() {
        return isOver;
    }

    /** How many rows have been counted on both sides. */
    int counted() {
        return rows.size() - left.size();
    }

    /** Begins the next row of a side; empty where one runs or none is left. */
    Optional<CountState> begin(CountedSide side) {
        int next = begun.getOrDefault(side, 0);
        if (isOver || next == rows.size() || !busy.add(side)) {
            return Optional.empty();
        }
        begun.put(side, next + 1);
        return Optional.of(rows.get(next));
    }

    /** A row begins in a JVM, which ends them where it is not the JVM of the rows before. */
    void starts(CountedSide side, HostFolder place) {
        HostFolder before = places.putIfAbsent(side, place);
        isOver |= before != null && !before.equals(place);
    }

    /**
     * A row has ended on one side.
     *
     * @param work empty where it failed
     * @return what both sides counted, when both have
     */
    Optional<WorkSides> ended(CountState row, CountedSide side, Optional<RowWork> work) {
        busy.remove(side);
        if (isOver) {
            return Optional.empty();
        }
        if (work.isEmpty()) {
            end();
            return Optional.empty();
        }
        Map<CountedSide, RowWork> sides = works.computeIfAbsent(row, it -> new EnumMap<>(CountedSide.class));
        sides.put(side, work.get());
        if (sides.size() < CountedSide.values().length) {
            return Optional.empty();
        }
        works.remove(row);
        left.remove(row);
        isOver = left.isEmpty();
        return Optional.of(CountState.sides(sides));
    }

    /** No further row runs in these JVMs. */
    void end() {
        isOver = true;
    }

    /** A row differs under this chance. */
    void differs(CountState row) {
        differing.addFirst(row);
    }

    /** The rows that differ, the last one first, once, after these JVMs are over. */
    List<CountState> takeDiffering() {
        List<CountState> taken = List.copyOf(differing);
        differing.clear();
        return taken;
    }

    /** The rows that need other JVMs, once, after these JVMs are over. */
    List<CountState> takeLeft() {
        List<CountState> taken = List.copyOf(left);
        left.clear();
        return taken;
    }
}
