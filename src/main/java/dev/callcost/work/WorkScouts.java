package dev.callcost.work;

import dev.callcost.data.RowKey;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.RowPair;
import dev.callcost.text.CommandException;
import dev.callcost.work.CountState.CountFork;
import dev.callcost.work.CountState.CountedSide;
import dev.callcost.work.WorkJudge.RowWork;
import dev.callcost.work.WorkJudge.WorkSides;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts the work of rows of two jars. Many rows share a JVM a side, under one chance, and those that differ another
 * one under the other chance. A row for which this is no answer gets a fork a side under each chance. A row runs its
 * first operations one after the other, without warm-up. The JDK's own classes count too where base and head have the
 * same.
 */
public final class WorkScouts implements ForkPlan<CountState.CountFork> {
    /** Fewer rows take about as long in JVMs of their own. */
    private static final int FEWEST = 4;

    /** A JVM keeps what its rows leave behind, so it does not run all. */
    private static final int MOST = 100;

    /** After so many JVMs that ended early, with fewer than {@link #FEWEST} rows counted, rows share none. */
    private static final int MOST_POOR = 3;

    private final CountSetup setup;
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

    /** Follows the counts; one method is called at a time. */
    public interface CountListener {
        /** Whether no further fork starts. */
        boolean isOver();

        /** A fork of a row is about to start. */
        void begins(RowKey row);

        /** A row was counted. */
        void counted(RowKey row, WorkDelta work);
    }

    /**
     * Counts rows, several at once where CPUs and memory are free.
     *
     * @param rows of one pair of jars or of several
     * @param folder where a folder for jars, hosts and forks is created and deleted
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before all rows were counted
     * @throws CommandException when a jar cannot be read or written, or a fork cannot start
     */
    public static boolean run(List<RowPair> rows, Path folder, CountListener listener) {
        try (TemporaryFolder own = new TemporaryFolder(folder, "work");
                ForkHosts hosts = new ForkHosts(own.path(), Optional.empty())) {
            return hosts.follow(new WorkScouts(rows, new CountSetup(own.path()), listener));
        } catch (IOException e) {
            throw CommandException.badFile("cannot count in " + folder + ": " + e.getMessage());
        }
    }

    private WorkScouts(List<RowPair> rows, CountSetup setup, CountListener listener) {
        this.setup = setup;
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
                    row, WorkJudge.of(row), Stream.of(row.base(), row.head()).anyMatch(setup::keepsMode), setup);
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
                .map(side -> new CountFork(state, side, 1, any).sharing())
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
            forks.add(new CountFork(state, side, chance, null));
            state.expect();
        }
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
            jvms.begin(side).ifPresent(state -> round.add(new CountFork(state, side, jvms.chance(), jvms)));
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
        CountState state = fork.state();
        Optional<RowWork> work = state.read(fork, outcomes.get(0), places.remove(fork));
        if (fork.shared() != null) {
            endedShared(fork, work);
            return;
        }
        state.add(fork, work);
        if (state.isComplete() && state.needsOtherChance()) {
            plan(state, 2, settling);
        } else if (state.isComplete()) {
            listener.counted(state.row.key(), state.delta());
        }
    }

    private void endedShared(CountFork fork, Optional<RowWork> work) {
        SharedJvms jvms = fork.shared();
        CountState state = fork.state();
        boolean wasOver = jvms.isOver();
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
    private void judge(SharedJvms jvms, CountState state, WorkSides sides) {
        state.shared.add(sides);
        Optional<WorkDelta> work = state.judge.sharedDelta(state.shared);
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
}
