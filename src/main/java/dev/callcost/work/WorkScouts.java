package dev.callcost.work;

import dev.callcost.agent.WorkReader;
import dev.callcost.data.RowKey;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RunArguments;
import dev.callcost.launch.SideRow;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * Counts the work of rows of two jars: one fork a side under the same chance, and where these differ, one a side under
 * another. A fork runs the row's first operations one after the other, without warm-up. Rows whose work in the JDK
 * changed too are then counted again, with the JDK's classes.
 */
public final class WorkScouts {
    private static final String PROFILERS = "prof";

    /** An operation of 5 ns reaches so many within the time that {@code agent.Work} gives it. */
    private static final int MOST_OPERATIONS = 1 << 20;

    private static final RunArguments.Group OPERATIONS =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-bs", String.valueOf(MOST_OPERATIONS)), false);

    /** Of a row that keeps its mode; it ends when its operations do. */
    private static final RunArguments.Group ITERATION =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-r", "5s"), false);

    private WorkScouts() {}

    /** Follows the counts; one method is called at a time. */
    public interface CountListener {
        /** Whether no further fork starts. */
        boolean isOver();

        /** A fork of a row is about to start. */
        void begins(RowKey row);

        /** A row was counted, or counted {@link #again}: the last counts replace those before. */
        void counted(RowKey row, WorkDelta work);

        /** So many rows are counted again from now on, with the JDK's classes. */
        default void again(int rows) {}
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
            AgentJars agents = AgentJars.write(own.path());
            Map<JarCopy, CountedJar> jars = new HashMap<>();
            for (RowPair row : rows) {
                for (JarCopy jar : List.of(row.base().jar(), row.head().jar())) {
                    if (!jars.containsKey(jar)) {
                        jars.put(jar, CountedJar.of(jar, own.path().resolve(jars.size() + ".jar"), agents));
                    }
                }
            }
            JdkRows open = new JdkRows(rows, listener);
            return hosts.follow(new CountPlan(rows, WorkScope.APPLICATION, jars, open))
                    && hosts.follow(new CountPlan(open.rows(), WorkScope.ALL, jars, open.counts()));
        } catch (IOException e) {
            throw CommandException.badFile("cannot count in " + folder + ": " + e.getMessage());
        }
    }

    /** The arguments of forks that count, in mode SingleShotTime. */
    static RunArguments counting(RunArguments user) {
        return user.without(PROFILERS, OPERATIONS);
    }

    /** Those of a row that keeps its mode. */
    static RunArguments inOwnMode(RunArguments counting) {
        return counting.without("bs", ITERATION);
    }

    private enum CountedSide {
        BASE("base"),
        HEAD("head");

        private final String label;

        CountedSide(String label) {
            this.label = label;
        }

        SideRow of(RowPair row) {
            return this == BASE ? row.base() : row.head();
        }
    }

    /** A copy of a jar with what its host needs to start a fork that counts. */
    private record CountedJar(JarCopy jar, AgentJars agents) {
        static CountedJar of(JarCopy jar, Path copy, AgentJars agents) throws IOException {
            SortedMap<String, byte[]> files = JmhJar.neededBy(List.of(WorkReader.class));
            return new CountedJar(jar.with(files, copy, counting(jar.arguments())), agents);
        }

        boolean isControlled(PlannedRow row) {
            try {
                return ControlledRows.has(jar, row);
            } catch (IOException e) {
                throw CommandException.badFile(jar.original() + ": cannot be read: " + e.getMessage());
            }
        }
    }

    /** @param chance 1 or 2 */
    private record CountFork(CountState state, CountedSide of, int chance, CountedJar counted)
            implements JarCopy.JarFork {
        @Override
        public SideRow side() {
            PlannedRow planned = of.of(state.row).row().withForks(1).withoutWarmUp();
            return state.keepsMode
                    ? new SideRow(counted.jar.with(inOwnMode(counted.jar.arguments())), planned)
                    : new SideRow(counted.jar, planned.with(Mode.SingleShotTime));
        }

        @Override
        public List<String> jvmArguments() {
            return counted.agents.jvmArguments(chance, state.scope);
        }

        @Override
        public List<String> first(HostFolder place) {
            return place.options(side().row(), side().jar().arguments(), place.workReader());
        }
    }

    /** What is known of a row so far. */
    private static final class CountState {
        private final RowPair row;
        private final WorkScope scope;

        /** By chance and side. */
        private final Map<Integer, Map<CountedSide, RowWork>> works = new HashMap<>();

        private String reason;
        private int open;

        /** Whether the row runs in its own mode: its benchmark takes JMH's {@code Control}. */
        private boolean keepsMode;

        CountState(RowPair row, WorkScope scope) {
            this.row = row;
            this.scope = scope;
        }

        void add(CountFork fork, ForkOutcome outcome, HostFolder place) {
            open--;
            String failed = fork.of.label + ": " + outcome.message();
            if (outcome instanceof ForkOutcome.Measured) {
                try {
                    works.computeIfAbsent(fork.chance, it -> new EnumMap<>(CountedSide.class))
                            .put(fork.of, RowWork.read(place.work()));
                    return;
                } catch (IOException e) {
                    failed = fork.of.label + "'s fork gave no counts: " + e.getMessage();
                }
            }
            reason = reason == null ? failed : reason;
        }

        private WorkDelta.WorkSides sides(int chance) {
            Map<CountedSide, RowWork> sides = works.get(chance);
            return new WorkDelta.WorkSides(sides.get(CountedSide.BASE), sides.get(CountedSide.HEAD));
        }

        boolean needsOtherChance() {
            return reason == null && works.size() == 1 && WorkDelta.isOpen(sides(1));
        }

        WorkDelta delta() {
            if (reason != null) {
                return WorkDelta.notCounted(reason);
            }
            List<String> jvms = Stream.of(row.base(), row.head())
                    .map(side -> side.jar().jvm().version())
                    .distinct()
                    .toList();
            return WorkDelta.of(works.size() == 1 ? List.of(sides(1)) : List.of(sides(1), sides(2)), scope, jvms);
        }
    }

    private static final class CountPlan implements ForkPlan<CountFork> {
        private final Map<JarCopy, CountedJar> jars;
        private final CountListener listener;
        private final int atOnce;
        private final Deque<CountFork> waiting = new ArrayDeque<>();

        /** A row that differs is settled before the next one begins: the time may end. */
        private final List<CountFork> underOtherChance = new ArrayList<>();

        private final Map<CountFork, HostFolder> places = new HashMap<>();

        CountPlan(List<RowPair> rows, WorkScope scope, Map<JarCopy, CountedJar> jars, CountListener listener) {
            this.jars = jars;
            this.listener = listener;
            long memory = 1;
            for (RowPair row : rows) {
                CountState state = new CountState(row, scope);
                memory = Math.max(memory, row.memory());
                if (row.base().row().isForkedAs(row.head().row())) {
                    state.keepsMode = Stream.of(CountedSide.values())
                            .anyMatch(side -> counted(side, state)
                                    .isControlled(side.of(row).row()));
                    plan(state, 1);
                } else {
                    listener.counted(
                            row.key(),
                            WorkDelta.notCounted("its annotations have other JVM arguments, threads, batch sizes or"
                                    + " operations per invocation"));
                }
            }
            atOnce = ForkHosts.most(memory);
        }

        private void plan(CountState state, int chance) {
            for (CountedSide side : CountedSide.values()) {
                (chance == 1 ? waiting : underOtherChance)
                        .add(new CountFork(state, side, chance, counted(side, state)));
                state.open++;
            }
        }

        private CountedJar counted(CountedSide side, CountState state) {
            return jars.get(side.of(state.row).jar());
        }

        @Override
        public List<CountFork> nextRound() {
            List<CountFork> round = new ArrayList<>(underOtherChance);
            underOtherChance.clear();
            while (round.size() < CountedSide.values().length && !waiting.isEmpty()) {
                round.add(waiting.remove());
            }
            return round;
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
            listener.begins(fork.state.row.key());
        }

        @Override
        public List<ForkPlan.ForkCommand> forks(CountFork fork) {
            return List.of(fork);
        }

        @Override
        public void starts(CountFork fork, HostFolder place) {
            places.put(fork, place);
        }

        @Override
        public void ended(CountFork fork, List<ForkOutcome> outcomes) {
            CountState state = fork.state;
            state.add(fork, outcomes.get(0), places.remove(fork));
            if (state.open == 0 && state.needsOtherChance()) {
                plan(state, 2);
            } else if (state.open == 0) {
                listener.counted(state.row.key(), state.delta());
            }
        }
    }
}
