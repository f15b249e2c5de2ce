package dev.callcost.reach;

import dev.callcost.agent.ProbeReader;
import dev.callcost.agent.Probes;
import dev.callcost.data.RowKey;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkOutcome;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the rows that run changed methods: each row runs in one fork with probes, without warm-up, for one iteration of 100 ms; in mode SingleShotTime for one
 * operation.
 *
 * <p>Head's scout comes first, and mostly it is enough. A row that runs no changed method in head runs the same instructions in base, as long as each call and
 * each class initialization in them ends at the same method. It can end elsewhere only at a method that base has and head lacks: an override, a default or
 * static method, a class initializer, or a class that is found by its name. (A private method or a constructor is called only from instructions that name it, and
 * these differ when it is gone. Another superclass or interface counts as a change of all methods of the class, its constructors included.) Where base has such
 * methods, base's scout runs too for the rows that head's scout does not show as reached.
 *
 * <p>A scout shows what one short fork runs. A branch that a row takes once in an hour is not in it.
 */
public final class Scouts {
    private static final String BASE = "base";
    private static final String HEAD = "head";

    /** The one iteration. Profilers of the user may need more of them, or slow a scout. */
    private static final RunArguments.Group ITERATION =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-r", "100ms"), false);

    private static final String PROFILERS = "prof";

    /** Nothing is measured: compiling for long runs would not pay. */
    private static final String COMPILED_BRIEFLY = "-XX:TieredStopAtLevel=1";

    private static final double NANOS_PER_SECOND = 1e9;

    private final JarDiff diff;
    private final Reach reach;
    private final JarCopy base;
    private final JarCopy head;

    /**
     * Compares two jars, which takes seconds.
     *
     * @param base the copy that base's forks run from; what both copies got from this suite is equal and does not count
     * @param allRows whether the user wants all rows
     * @param ignoresResources whether entries that are no code may differ
     * @throws CommandException (bad file) when a jar cannot be read
     */
    public Scouts(JarCopy base, JarCopy head, boolean allRows, boolean ignoresResources) {
        this.base = base;
        this.head = head;
        try (JarContent ofBase = content(base);
                JarContent ofHead = content(head)) {
            diff = JarDiff.of(ofBase, ofHead, ignoresResources);
        }
        reach = Reach.of(diff, base, head, allRows);
    }

    private static JarContent content(JarCopy jar) {
        return new JarContent(jar.path(), jar.jvm().release());
    }

    public Reach reach() {
        return reach;
    }

    /** Follows scouts; one method is called at a time. */
    public interface Watcher {
        /** Whether no further scout starts. */
        boolean isOver();

        /** A scout of a row is about to start. */
        void begins(RowKey row);

        /** @param losses the row's scouts without a result, head's first */
        void known(RowReach row, List<Loss> losses);
    }

    /** @param side {@code base} or {@code head} */
    public record Loss(String side, ForkOutcome outcome) {}

    /** A row as each side plans it. */
    public record Pairing(RowKey key, PlannedRow base, PlannedRow head) {}

    /**
     * Scouts rows. Where nothing has changed, and where {@linkplain Reach#allRows all rows} are reached, no scout runs.
     *
     * @param folder where a folder for jars with probes, hosts and forks is created and deleted
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before all rows were decided
     * @throws CommandException when a jar cannot be written, or a fork cannot start
     */
    public boolean run(List<Pairing> rows, Path folder, Watcher watcher) {
        if (reach.allRows() != null || reach.methods().isEmpty()) {
            rows.forEach(row -> watcher.known(new Seen(row).reach(0), List.of()));
            return true;
        }
        try (TemporaryFolder own = new TemporaryFolder(folder, "scouts");
                ForkHosts hosts = new ForkHosts(own.path(), Optional.empty())) {
            return hosts.follow(new Rounds(rows, own.path(), watcher));
        }
    }

    /** First all rows with head's jar, then some with base's. */
    private final class Rounds implements ForkPlan<Scout> {
        private final Path folder;
        private final Watcher watcher;
        private final List<Seen> open;
        private long last = System.nanoTime();
        private final int atOnce;
        private int running;
        private final Map<Scout, HostFolder> places = new HashMap<>();
        private final Deque<String> sides = new ArrayDeque<>(List.of(HEAD, BASE));

        Rounds(List<Pairing> rows, Path folder, Watcher watcher) {
            this.folder = folder;
            this.watcher = watcher;
            atOnce = ForkHosts.most(rows.stream()
                    .mapToLong(row -> Math.max(base.memory(row.base), head.memory(row.head)))
                    .max()
                    .orElse(Long.MAX_VALUE));
            open = rows.stream().map(Seen::new).collect(Collectors.toCollection(ArrayList::new));
        }

        @Override
        public List<Scout> nextRound() {
            if (running > 0 || sides.isEmpty() || open.isEmpty() || isOver()) {
                return List.of();
            }
            String side = sides.remove();
            JarCopy probed = probed(side, folder);
            ClassArchive archive = new ClassArchive(folder.resolve(side + ".jsa"));
            List<Scout> scouts = new ArrayList<>();
            if (ClassArchive.serves(probed, open.size())) {
                scouts.add(new Scout(open.get(0), side, probed, archive, true));
            }
            open.forEach(row -> scouts.add(new Scout(row, side, probed, archive, false)));
            return scouts;
        }

        @Override
        public boolean isOver() {
            return watcher.isOver();
        }

        @Override
        public int atOnce() {
            return atOnce;
        }

        @Override
        public void begins(Scout scout) {
            running++;
            if (!scout.writesArchive) {
                watcher.begins(scout.seen.pairing.key);
            }
        }

        @Override
        public List<ForkPlan.Command> forks(Scout scout) {
            return List.of(scout);
        }

        @Override
        public void starts(Scout scout, HostFolder place) {
            places.put(scout, place);
        }

        @Override
        public void ended(Scout scout, List<ForkOutcome> outcomes) {
            running--;
            HostFolder place = places.remove(scout);
            if (scout.writesArchive) {
                scout.archive.written();
                return;
            }
            scout.seen.add(scout.side, outcomes.get(0), place);
            if (scout.seen.isDecidedBy(scout.side)) {
                open.remove(scout.seen);
                long now = System.nanoTime();
                watcher.known(scout.seen.reach((now - last) / NANOS_PER_SECOND), scout.seen.losses);
                last = now;
            }
        }
    }

    private JarCopy probed(String side, Path folder) {
        JarCopy jar = side.equals(HEAD) ? head : base;
        try (JarContent content = content(jar)) {
            return jar.with(
                    ProbedClasses.of(content, side.equals(HEAD) ? diff.inHead() : diff.inBase()),
                    List.of(ProbeReader.class),
                    folder.resolve(side + ".jar"),
                    jar.arguments().without(PROFILERS, ITERATION));
        }
    }

    /** @param writesArchive whether it only writes the archive, in place of a scout that fails because its JVM cannot write it */
    private record Scout(Seen seen, String side, JarCopy jar, ClassArchive archive, boolean writesArchive)
            implements JarCopy.Fork {
        @Override
        public PlannedRow row() {
            PlannedRow planned = side.equals(HEAD) ? seen.pairing.head : seen.pairing.base;
            return planned.withForks(1).withoutWarmUp();
        }

        @Override
        public List<String> jvmArguments() {
            List<String> arguments = new ArrayList<>(writesArchive ? archive.writing() : archive.reading());
            arguments.add(COMPILED_BRIEFLY);
            return arguments;
        }

        @Override
        public List<String> first(HostFolder place) {
            return place.options(row(), jar.arguments(), place.probeReader());
        }
    }

    /** What the scouts of a row saw so far. */
    private final class Seen {
        private final Pairing pairing;
        private final List<Loss> losses = new ArrayList<>();

        /** Calls of changed methods by their numbers. */
        private final Map<Integer, Long> run = new TreeMap<>();

        private boolean runsInSetUp;

        /** Whether the row counts as reached whatever it runs. */
        private boolean isReached;

        private boolean isSkipped;

        Seen(Pairing pairing) {
            this.pairing = pairing;
            isReached = reach.allRows() != null;
        }

        void add(String side, ForkOutcome outcome, HostFolder place) {
            if (outcome instanceof ForkOutcome.Measured) {
                try {
                    Files.readAllLines(place.probes()).forEach(this::add);
                } catch (IOException e) {
                    losses.add(new Loss(side, ForkOutcome.failed("it did not report probes: " + e.getMessage())));
                }
            } else {
                isSkipped |= outcome instanceof ForkOutcome.Skipped;
                losses.add(new Loss(side, outcome));
                // a class loader of the benchmark does not find the probes
                isReached |= outcome.text().replace('/', '.').contains(Probes.class.getName());
            }
        }

        private void add(String line) {
            String[] parts = line.split(" ");
            int number = Integer.parseInt(parts[0]);
            // threads may lose counts to each other, so that there are fewer calls than before
            if (!parts[1].equals("0")) {
                run.merge(number, Math.abs(Long.parseLong(parts[1])), Long::sum);
            } else {
                runsInSetUp = true;
            }
        }

        /** Whether a scout of the other side would tell nothing more. */
        boolean isDecidedBy(String side) {
            return side.equals(BASE)
                    || isSkipped
                    || isReached
                    || losses.isEmpty() && (!run.isEmpty() || !diff.lacksInHead());
        }

        RowReach reach(double seconds) {
            List<Integer> hottestFirst = run.entrySet().stream()
                    .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                    .map(Map.Entry::getKey)
                    .toList();
            return new RowReach(pairing.key, kind(), hottestFirst, seconds);
        }

        private Kind kind() {
            if (isSkipped) {
                return Kind.SKIPPED;
            }
            if (losses.size() > 1) {
                return Kind.FAILED;
            }
            return isReached || !losses.isEmpty() || !run.isEmpty()
                    ? Kind.REACHED
                    : runsInSetUp ? Kind.REACHED_IN_SETUP : Kind.SAME_CODE;
        }
    }
}
