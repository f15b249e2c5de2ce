package dev.callcost.work;

import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.RowPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is known of a row so far. */
final class CountState {
    final RowPair row;

    /** With the JDK's classes where both sides have the same. */
    final WorkScope scope;

    /** Whether the row runs in its own mode: its benchmark takes JMH's {@code Control}. */
    final boolean keepsMode;

    /** The counts from JVMs that the row shares with others: of the first chance, then of the second one. */
    final List<WorkDelta.WorkSides> shared = new ArrayList<>();

    /** The counts from JVMs of the row's own, by chance and side. */
    private final Map<Integer, Map<CountedSide, RowWork>> works = new HashMap<>();

    private String reason;
    private int open;

    CountState(RowPair row, WorkScope scope, boolean keepsMode) {
        this.row = row;
        this.scope = scope;
        this.keepsMode = keepsMode;
    }

    /** A fork of the row will follow. */
    void expect() {
        open++;
    }

    /** Whether no fork is to follow. */
    boolean isComplete() {
        return open == 0;
    }

    void add(CountFork fork, ForkOutcome outcome, HostFolder place) {
        open--;
        String failed = fork.of().label + ": " + outcome.message();
        if (outcome instanceof ForkOutcome.Measured) {
            try {
                works.computeIfAbsent(fork.chance(), it -> new EnumMap<>(CountedSide.class))
                        .put(fork.of(), RowWork.read(place.work()));
                return;
            } catch (IOException e) {
                failed = fork.of().label + "'s fork gave no counts: " + e.getMessage();
            }
        }
        reason = reason == null ? failed : reason;
    }

    private WorkDelta.WorkSides sides(int chance) {
        return WorkDelta.WorkSides.of(works.get(chance));
    }

    boolean needsOtherChance() {
        return reason == null && works.size() == 1 && WorkDelta.isOpen(sides(1));
    }

    /** The versions of the JDKs, one where both sides have the same. */
    List<String> jvms() {
        return Stream.of(row.base(), row.head())
                .map(side -> side.jar().jvm().version())
                .distinct()
                .toList();
    }

    WorkDelta delta() {
        return reason != null
                ? WorkDelta.notCounted(reason)
                : WorkDelta.ofExact(works.size() == 1 ? List.of(sides(1)) : List.of(sides(1), sides(2)), scope, jvms());
    }
}
