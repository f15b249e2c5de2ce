package dev.callcost.work;

import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which rows share JVMs, and which forks follow. */
final class CountPlan implements ForkPlan<CountFork> {
    /** Fewer rows take about as long in JVMs of their own. */
    private static final int FEWEST = 4;

    /** A JVM keeps what its rows leave behind, so it does not run all. */
    private static final int MOST = 100;

    /** After so many JVMs that ended early, with fewer than {@link #FEWEST} rows counted, rows share none. */
    private static final int MOST_POOR = 3;

    private final Map<JarCopy, CountedJar> jars;
    private final CountListener listener;
    private final int atOnce;

    /** A row that differs is settled before others begin: the time may end. */
    private final Deque<SharedJvms> groups = new ArrayDeque<>();

    private final List<SharedJvms> shared = new ArrayList<>();
    private final Deque<CountFork> waiting = new ArrayDeque<>();

    /** These go before others: the time may end. */
    private final Deque<CountFork> settling = new ArrayDeque<>();

    private final Map<CountFork, HostFolder> places = new HashMap<>();
    private int numbers;
    private int poor;

    CountPlan(List<RowPair> rows, Map<JarCopy, CountedJar> jars, CountListener listener) {
        this.jars = jars;
        this.listener = listener;
        long memory = 1;
        Map<List<List<String>>, List<CountState>> alike = new LinkedHashMap<>();
        for (RowPair row : rows) {
            memory = Math.max(memory, row.memory());
            if (!row.base().row().isForkedAs(row.head().row())) {
                listener.counted(
                        row.key(),
                        WorkDelta.notCounted("its annotations have other JVM arguments, threads, batch sizes or"
                                + " operations per invocation"));
                continue;
            }
            CountState state = new CountState(
                    row,
                    row.base().jar().jvm().equals(row.head().jar().jvm()) ? WorkScope.ALL : WorkScope.APPLICATION,
                    Stream.of(CountedSide.values())
                            .anyMatch(side ->
                                    counted(side, row).isControlled(side.of(row).row())));
            if (row.base().canRunInHost() && row.head().canRunInHost()) {
                alike.computeIfAbsent(sharing(state), it -> new ArrayList<>()).add(state);
            } else {
                plan(state, 1, waiting);
            }
        }
        atOnce = ForkHosts.most(memory);
        alike.values().forEach(this::share);
    }

    /** Rows for which these are equal can share JVMs. */
    private List<List<String>> sharing(CountState state) {
        SharedJvms any = new SharedJvms(0, 1, List.of(state));
        return Stream.of(CountedSide.values())
                .map(side -> new CountFork(state, side, 1, counted(side, state.row), any).sharing())
                .toList();
    }

    private void share(List<CountState> rows) {
        for (int from = 0; from < rows.size(); from += MOST) {
            List<CountState> group = rows.subList(from, Math.min(rows.size(), from + MOST));
            if (group.size() < FEWEST || poor >= MOST_POOR) {
                group.forEach(state -> plan(state, 1, waiting));
            } else {
                groups.add(new SharedJvms(++numbers, 1, group));
            }
        }
    }

    /** Rows that differ get the other chance. */
    private void shareAgain(List<CountState> rows) {
        if (poor >= MOST_POOR) {
            rows.forEach(state -> plan(state, 1, settling));
        } else if (!rows.isEmpty()) {
            groups.addFirst(new SharedJvms(++numbers, 2, rows));
        }
    }

    private void plan(CountState state, int chance, Deque<CountFork> forks) {
        for (CountedSide side : CountedSide.values()) {
            forks.add(new CountFork(state, side, chance, counted(side, state.row), null));
            state.expect();
        }
    }

    private CountedJar counted(CountedSide side, RowPair row) {
        return jars.get(side.of(row).jar());
    }

    @Override
    public List<CountFork> nextRound() {
        List<CountFork> round = new ArrayList<>(settling);
        settling.clear();
        if (round.isEmpty()) {
            shared.forEach(jvms -> begin(jvms, round));
        }
        if (round.isEmpty() && !groups.isEmpty()) {
            SharedJvms next = groups.remove();
            shared.add(next);
            begin(next, round);
        }
        while (round.isEmpty() && !waiting.isEmpty()) {
            round.add(waiting.remove());
        }
        return round;
    }

    private void begin(SharedJvms jvms, List<CountFork> round) {
        for (CountedSide side : CountedSide.values()) {
            jvms.begin(side)
                    .ifPresent(state ->
                            round.add(new CountFork(state, side, jvms.chance(), counted(side, state.row), jvms)));
        }
    }

    @Override
    public boolean isOver() {
        return listener.isOver();
    }

    @Override
    public int atOnce() {
        return atOnce;
    }

    @Override
    public void begins(CountFork fork) {
        listener.begins(fork.state().row.key());
    }

    @Override
    public List<ForkPlan.ForkCommand> forks(CountFork fork) {
        return List.of(fork);
    }

    @Override
    public void starts(CountFork fork, HostFolder place) {
        places.put(fork, place);
        if (fork.shared() != null) {
            fork.shared().starts(fork.of(), place);
        }
    }

    @Override
    public void ended(CountFork fork, List<ForkOutcome> outcomes) {
        HostFolder place = places.remove(fork);
        CountState state = fork.state();
        if (fork.shared() != null) {
            endedShared(fork, outcomes.get(0), place);
            return;
        }
        state.add(fork, outcomes.get(0), place);
        if (state.isComplete() && state.needsOtherChance()) {
            plan(state, 2, settling);
        } else if (state.isComplete()) {
            listener.counted(state.row.key(), state.delta());
        }
    }

    private void endedShared(CountFork fork, ForkOutcome outcome, HostFolder place) {
        SharedJvms jvms = fork.shared();
        CountState state = fork.state();
        boolean wasOver = jvms.isOver();
        Optional<RowWork> work = work(outcome, place);
        jvms.ended(state, fork.of(), work).ifPresent(sides -> judge(jvms, state, sides));
        if (jvms.isOver()) {
            shared.remove(jvms);
            int counted = jvms.counted();
            List<CountState> left = new ArrayList<>(jvms.takeLeft());
            poor += !left.isEmpty() && counted < FEWEST ? 1 : 0;
            if (work.isEmpty() && !wasOver && left.remove(state)) {
                plan(state, 1, settling);
            }
            if (jvms.chance() == 1) {
                share(left);
                shareAgain(jvms.takeDiffering());
            } else {
                shareAgain(left);
            }
        }
    }

    /** Both sides of a row have counted in JVMs that it shares. */
    private void judge(SharedJvms jvms, CountState state, WorkDelta.WorkSides sides) {
        state.shared.add(sides);
        Optional<WorkDelta> work = WorkDelta.ofShared(state.shared, state.scope, state.jvms());
        if (work.isPresent()) {
            listener.counted(state.row.key(), work.get());
        } else if (jvms.chance() == 1 && !sides.hasUncounted() && !sides.hasOtherThreads()) {
            jvms.differs(state);
        } else {
            plan(state, 1, settling);
            if (sides.hasOtherThreads()) {
                jvms.end(); // a thread of this row or of one before may go on
            }
        }
    }

    /** Empty where the row failed. */
    private static Optional<RowWork> work(ForkOutcome outcome, HostFolder place) {
        try {
            return outcome instanceof ForkOutcome.Measured ? Optional.of(RowWork.read(place.work())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
