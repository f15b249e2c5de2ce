package dev.callcost.reach;

import dev.callcost.agent.ProbeReader;
import dev.callcost.agent.Probes;
import dev.callcost.data.RowKey;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.ForkPlan;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.Why;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the rows that run changed code: each row runs in one fork with probes, without warm-up, for one iteration of
 * 100 ms; in mode SingleShotTime for one operation. There are two witnesses: the probes count the calls of changed
 * methods, and the JVMs log the classes that they load, of which some differ in what no probe sees. A row is known to
 * run the same code only where both say nothing on both sides.
 *
 * <p>Head's scout comes first, and mostly it is enough. A row that runs no changed method and loads no changed class in
 * head runs the same instructions in base, as long as each call and each class initialization in them ends at the same
 * method. It can end elsewhere only at a method that base has and head lacks: an override, a default or static method,
 * a class initializer, or a class that is found by its name. (A private method or a constructor is called only from
 * instructions that name it, and these differ when it is gone; reflection finds it in a class that is loaded.) Where
 * base has such methods, base's scout runs too for the rows that head's scout does not show as reached.
 *
 * <p>A fork that fails may do so because it is observed. Then base's scout runs without probes, and a row of which it
 * measures counts as reached.
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

    /** A JVM takes arguments from it before those of its command line, and so do JVMs that it starts. */
    private static final String VARIABLE = "JAVA_TOOL_OPTIONS";

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
        try (JarContent ofBase = JarContent.of(base);
                JarContent ofHead = JarContent.of(head)) {
            diff = JarDiff.of(ofBase, ofHead, ignoresResources);
        }
        reach = Reach.of(diff, base, head, allRows);
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

    /**
     * Scouts rows. Where no class has changed, and where {@linkplain Reach#allRows all rows} are reached, no scout
     * runs.
     *
     * @param folder where a folder for jars with probes, hosts and forks is created and deleted
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before all rows were decided
     * @throws CommandException when a jar cannot be written, or a fork cannot start
     */
    public boolean run(List<RowPair> rows, Path folder, Watcher watcher) {
        if (reach.allRows() != null || reach.isNone()) {
            rows.forEach(row -> watcher.known(new Seen(row).reach(0), List.of()));
            return true;
        }
        try (TemporaryFolder own = new TemporaryFolder(folder, "scouts");
                ForkHosts hosts = new ForkHosts(own.path(), Optional.empty())) {
            writeProbes(own.path());
            return hosts.follow(new ScoutPlan(rows, own.path(), watcher));
        }
    }

    /** First all rows with head's jar, then some with base's. */
    private final class ScoutPlan implements ForkPlan<Scout> {
        private final Path folder;
        private final Watcher watcher;
        private final List<Seen> open;
        private long last = System.nanoTime();
        private final int atOnce;
        private int running;
        private final Map<Scout, HostFolder> places = new HashMap<>();
        private final Deque<String> sides = new ArrayDeque<>(List.of(HEAD, BASE));

        ScoutPlan(List<RowPair> rows, Path folder, Watcher watcher) {
            this.folder = folder;
            this.watcher = watcher;
            atOnce = ForkHosts.most(
                    rows.stream().mapToLong(RowPair::memory).max().orElse(Long.MAX_VALUE));
            open = rows.stream().map(Seen::new).collect(Collectors.toCollection(ArrayList::new));
        }

        @Override
        public List<Scout> nextRound() {
            if (running > 0 || sides.isEmpty() || open.isEmpty() || isOver()) {
                return List.of();
            }
            String side = sides.remove();
            JarCopy probed = probed(side, folder);
            JarCopy plain = base.with(probed.arguments());
            ClassArchive archive = new ClassArchive(folder.resolve(side + ".jsa"));
            List<Scout> scouts = new ArrayList<>();
            if (ClassArchive.serves(probed, open.size())) {
                scouts.add(new Scout(open.get(0), side, probed, folder, archive, true));
            }
            open.forEach(row -> scouts.add(
                    row.losses.isEmpty()
                            ? new Scout(row, side, probed, folder, archive, false)
                            : new Scout(row, side, plain, null, archive, false)));
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
                watcher.begins(scout.seen.pair.key());
            }
        }

        @Override
        public List<ForkPlan.ForkCommand> forks(Scout scout) {
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
            scout.seen.add(scout, outcomes.get(0), place);
            if (scout.seen.isDecidedBy(scout.name)) {
                open.remove(scout.seen);
                long now = System.nanoTime();
                watcher.known(scout.seen.reach((now - last) / NANOS_PER_SECOND), scout.seen.losses);
                last = now;
            }
        }
    }

    private void writeProbes(Path folder) {
        try {
            JmhJar.write(probesIn(folder), JmhJar.neededBy(List.of(Probes.class)));
            Files.write(
                    membersIn(folder),
                    Stream.of(diff.inBase(), diff.inHead())
                            .flatMap(side -> side.classes().entrySet().stream())
                            .filter(it ->
                                    reach.changedClasses().get(it.getValue()).why() == Why.MEMBERS)
                            .map(it -> it.getKey().replace('/', '.'))
                            .distinct()
                            .toList());
        } catch (IOException e) {
            throw CommandException.badFile("cannot write to " + folder + ": " + e.getMessage());
        }
    }

    private static Path probesIn(Path folder) {
        return folder.resolve("probes.jar");
    }

    /** The names of classes that differ in members. */
    private static Path membersIn(Path folder) {
        return folder.resolve("members");
    }

    private JarCopy probed(String side, Path folder) {
        JarCopy jar = side.equals(HEAD) ? head : base;
        try (JarContent content = JarContent.of(jar)) {
            Map<String, byte[]> files = ProbedClasses.of(content, found(side).probes());
            files.putAll(JmhJar.neededBy(List.of(ProbeReader.class)));
            // not found in the jar, but on the boot class path, by a class loader that looks there first
            files.keySet().removeAll(JmhJar.neededBy(List.of(Probes.class)).keySet());
            return jar.with(
                    files, folder.resolve(side + ".jar"), jar.arguments().without(PROFILERS, ITERATION));
        }
    }

    private JarDiff.OfSide found(String side) {
        return side.equals(HEAD) ? diff.inHead() : diff.inBase();
    }

    /**
     * @param name of the side
     * @param folder has the probes; null for a fork without
     * @param writesArchive whether it only writes the archive: a JVM that cannot write it may fail
     */
    private record Scout(Seen seen, String name, JarCopy jar, Path folder, ClassArchive archive, boolean writesArchive)
            implements JarCopy.JarFork {
        boolean isProbed() {
            return folder != null;
        }

        @Override
        public SideRow side() {
            SideRow planned = name.equals(HEAD) ? seen.pair.head() : seen.pair.base();
            return new SideRow(jar, planned.row().withForks(1).withoutWarmUp());
        }

        @Override
        public Map<String, String> environment(HostFolder place) {
            if (!isProbed()) {
                return Map.of();
            }
            String users = System.getenv().getOrDefault(VARIABLE, "");
            return Map.of(
                    VARIABLE,
                    Stream.of(
                                    "-Xbootclasspath/a:" + probesIn(folder),
                                    LoadedClasses.argument(place.probes()),
                                    "-D" + Probes.PROPERTY + "=" + Probes.property(seen.methods(), counts(place)))
                            .map(argument -> "'" + argument + "'")
                            .collect(Collectors.joining(" ", users + " ", "")));
        }

        static Path counts(HostFolder place) {
            return place.probes().resolve("counts");
        }

        @Override
        public List<String> jvmArguments() {
            List<String> arguments = new ArrayList<>(List.of(COMPILED_BRIEFLY));
            if (isProbed()) {
                arguments.addAll(writesArchive ? archive.writing() : archive.reading());
            }
            return arguments;
        }

        @Override
        public List<String> first(HostFolder place) {
            return isProbed()
                    ? place.options(side().row(), jar.arguments(), place.probeReader(membersIn(folder)))
                    : place.options(side().row(), jar.arguments());
        }
    }

    /** What the scouts of a row saw so far. */
    private final class Seen {
        private final RowPair pair;
        private final List<Loss> losses = new ArrayList<>();

        /** Calls of changed methods by their numbers. */
        private final Map<Integer, Long> run = new TreeMap<>();

        private final Set<Integer> runInSetUp = new TreeSet<>();
        private final Set<Integer> loaded = new TreeSet<>();

        /** Changed methods of the loaded classes. */
        private final Set<Integer> loadedMethods = new TreeSet<>();

        /** Why the row counts as reached whatever it runs; null without a reason. */
        private String reason;

        private boolean isSkipped;

        Seen(RowPair pair) {
            this.pair = pair;
            if (reach.allRows() == null
                    && !pair.base().row().isForkedAs(pair.head().row())) {
                reason = "its annotations have other JVM arguments, threads, batch sizes or operations per invocation";
            }
        }

        int methods() {
            return reach.methods().size();
        }

        void add(Scout scout, ForkOutcome outcome, HostFolder place) {
            if (!(outcome instanceof ForkOutcome.Measured)) {
                isSkipped |= outcome instanceof ForkOutcome.Skipped;
                losses.add(new Loss(scout.name, outcome));
                reason = scout.name + " failed: " + outcome.message();
            } else if (scout.isProbed()) {
                try {
                    Probes.read(Scout.counts(place)).forEach(this::add);
                    Probes.Notes notes = Probes.Notes.of(Scout.counts(place));
                    add(new LoadedClasses(place.probes()), notes, scout);
                    notes.read().forEach(file -> addRead(file, found(scout.name)));
                    if (notes.isAnyOpened()) {
                        loaded.addAll(found(scout.name).classes().values());
                    }
                } catch (IOException e) {
                    reason = scout.name + "'s fork did not report what it runs: " + e.getMessage();
                }
            }
        }

        /** Threads may lose counts to each other, so only the order of the numbers counts. */
        private void add(int number, Probes.CallCounts calls) {
            if (calls.within() != 0) {
                run.merge(number, calls.within(), Long::sum);
            } else {
                runInSetUp.add(number);
            }
        }

        private void add(LoadedClasses classes, Probes.Notes notes, Scout scout) {
            JarDiff.OfSide found = found(scout.name);
            if (!classes.isForkKnown()) {
                reason = scout.name + "'s JVM does not log the classes that it loads";
            } else if (notes.isAnyStarted() && !classes.isAnyOther()) {
                reason = "it starts processes that do not tell what they run";
            }
            for (String name : classes.names()) {
                Integer number = found.classes().get(name);
                if (number == null) {
                    continue;
                }
                ChangedClass type = reach.changedClasses().get(number);
                boolean isReflected = type.why() == Why.MEMBERS
                        && (notes.isAnyLookedUp()
                                || notes.reflected().contains(name.replace('/', '.'))
                                || classes.isLoadedByOthers(name));
                if (type.isReshaped() || isReflected || classes.isFromElsewhere(name, scout.jar.path())) {
                    loaded.add(number);
                }
                if (name.replace('/', '.').equals(scout.side().row().generatedClass())) {
                    reason = "JMH generates other code for it";
                }
                loadedMethods.addAll(found.probes().getOrDefault(name, Map.of()).values());
            }
        }

        /** A class that was read as a file, whatever differs in it. The name may be relative to a package. */
        private void addRead(String file, JarDiff.OfSide found) {
            String end = file.startsWith("/") ? file : "/" + file;
            found.classes().forEach((name, number) -> {
                if (("/" + name + Probes.CLASS_FILE).endsWith(end)) {
                    loaded.add(number);
                }
            });
        }

        /** Whether a scout of the other side would tell nothing more. */
        boolean isDecidedBy(String side) {
            return side.equals(BASE)
                    || isSkipped
                    || losses.isEmpty() && (reason != null || !run.isEmpty() || !diff.lacksInHead());
        }

        RowReach reach(double seconds) {
            List<Integer> hottestFirst = run.entrySet().stream()
                    .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                    .map(Map.Entry::getKey)
                    .toList();
            loadedMethods.removeAll(run.keySet());
            loadedMethods.removeAll(runInSetUp);
            Kind kind = kind();
            return new RowReach(pair.key(), kind, hottestFirst, seconds)
                    .withSetUp(runInSetUp.stream()
                            .filter(it -> !run.containsKey(it))
                            .toList())
                    .withClasses(List.copyOf(loaded), List.copyOf(loadedMethods))
                    .withReason(kind == Kind.REACHED ? reason : null);
        }

        private Kind kind() {
            if (isSkipped) {
                return Kind.SKIPPED;
            }
            if (losses.size() > 1) {
                return Kind.FAILED;
            }
            if (reach.allRows() != null || reason != null || !run.isEmpty()) {
                return Kind.REACHED;
            }
            return !loaded.isEmpty() ? Kind.LOADED : runInSetUp.isEmpty() ? Kind.SAME_CODE : Kind.REACHED_IN_SETUP;
        }
    }
}
