package dev.callcost.work;

import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.work.WorkJudge.RowWork;
import dev.callcost.work.WorkJudge.WorkSides;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/** A row that is counted: its forks, and what is known of it so far. */
final class CountState {
    final RowPair row;

    final WorkJudge judge;

    /** Whether the row runs in its own mode. */
    private final boolean keepsMode;

    private final CountSetup setup;

    /** The counts from JVMs that the row shares with others: of the first chance, then of the second one. */
    final List<WorkSides> shared = new ArrayList<>();

    /** The counts from JVMs of the row's own, by chance and side. */
    private final Map<Integer, Map<CountedSide, RowWork>> works = new HashMap<>();

    private String reason;
    private int open;

    CountState(RowPair row, WorkJudge judge, boolean keepsMode, CountSetup setup) {
        this.row = row;
        this.judge = judge;
        this.keepsMode = keepsMode;
        this.setup = setup;
    }

    /** A side of a comparison. */
    enum CountedSide {
        BASE("base"),
        HEAD("head");

        /** As messages name it. */
        final String label;

        CountedSide(String label) {
            this.label = label;
        }

        SideRow of(RowPair row) {
            return this == BASE ? row.base() : row.head();
        }
    }

    /**
     * A run of one side of a row.
     *
     * @param chance 1 or 2
     * @param shared the JVMs that the row shares with others; null for a fork of its own
     */
    record CountFork(CountState state, CountedSide of, int chance, SharedJvms shared) implements JarCopy.JarFork {
        @Override
        public SideRow side() {
            SideRow side = of.of(state.row);
            PlannedRow planned = side.row().withForks(isInHost() ? 0 : 1).withoutWarmUp();
            JarCopy jar = state.setup.counting(side.jar());
            return state.keepsMode
                    ? new SideRow(jar.with(CountSetup.inOwnMode(jar.arguments())), planned)
                    : new SideRow(jar, planned.with(Mode.SingleShotTime));
        }

        @Override
        public boolean isInHost() {
            return shared != null;
        }

        @Override
        public boolean isHostOver() {
            return shared != null && shared.isOver();
        }

        @Override
        public List<String> jvmArguments() {
            List<String> arguments = new ArrayList<>(state.setup.jvmArguments(chance, state.judge.scope()));
            if (shared != null) {
                arguments.add(shared.jvmArgument());
            }
            return arguments;
        }

        @Override
        public List<String> first(HostFolder place) {
            return place.options(side().row(), side().jar().arguments(), place.workReader());
        }

        /** Rows with equal ones can share their JVMs. */
        List<String> sharing() {
            return host(Path.of(""));
        }
    }

    /** A fork of the row will follow. */
    void expect() {
        open++;
    }

    /** Whether no fork is to follow. */
    boolean isComplete() {
        return open == 0;
    }

    /** What a fork counted; empty where it failed. The row is not counted where that is a fork of its own. */
    Optional<RowWork> read(CountFork fork, ForkOutcome outcome, HostFolder place) {
        String failed = fork.of().label + ": " + outcome.message();
        if (outcome instanceof ForkOutcome.Measured) {
            try {
                return Optional.of(RowWork.read(place.work()));
            } catch (IOException e) {
                failed = fork.of().label + "'s fork gave no counts: " + e.getMessage();
            }
        }
        reason = fork.isInHost() || reason != null ? reason : failed;
        return Optional.empty();
    }

    /** A fork of the row's own has ended. */
    void add(CountFork fork, Optional<RowWork> work) {
        open--;
        work.ifPresent(it -> works.computeIfAbsent(fork.chance(), chance -> new EnumMap<>(CountedSide.class))
                .put(fork.of(), it));
    }

    private WorkSides sides(int chance) {
        return sides(works.get(chance));
    }

    static WorkSides sides(Map<CountedSide, RowWork> counted) {
        return new WorkSides(counted.get(CountedSide.BASE), counted.get(CountedSide.HEAD));
    }

    boolean needsOtherChance() {
        return reason == null && works.size() == 1 && judge.isOpen(sides(1));
    }

    WorkDelta delta() {
        return reason != null
                ? WorkDelta.notCounted(reason)
                : judge.exactDelta(works.size() == 1 ? List.of(sides(1)) : List.of(sides(1), sides(2)));
    }
}
