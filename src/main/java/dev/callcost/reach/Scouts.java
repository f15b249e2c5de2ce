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
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.Reach.Why;
import dev.callcost.reach.RowReach.Loss;
import dev.callcost.reach.Scout.ClassArchive;
import dev.callcost.reach.Scout.ScoutedJars;
import dev.callcost.reach.Scout.Seen;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    /** The one iteration. Profilers of the user may need more of them, or slow a scout. */
    private static final RunArguments.Group ITERATION =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-r", "100ms"), false);

    private static final String PROFILERS = "prof";
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<ScoutedJars> jars = new ArrayList<>();
    private final Reach reach;

    /**
     * Compares the jars of each pair, which takes seconds. Their changed methods and classes have common numbers.
     *
     * @param modules names of the pairs, no two alike
     * @param base the copies that base's forks run from; what all copies got from this suite is equal and does not
     *     count
     * @param allRows whether the user wants all rows
     * @param ignoresResources whether entries that are no code may differ
     * @throws CommandException (bad file) when a jar cannot be read
     */
    public Scouts(
            List<String> modules, List<JarCopy> base, List<JarCopy> head, boolean allRows, boolean ignoresResources) {
        Map<String, Reach> parts = new LinkedHashMap<>();
        int methods = 0;
        int classes = 0;
        for (int n = 0; n < modules.size(); n++) {
            JarCopy before = base.get(n);
            JarCopy after = head.get(n);
            JarDiff diff = diff(before, after, ignoresResources);
            String reason = allRows ? "--all-rows" : reason(diff, before, after);
            Reach part = new Reach(diff.methods(), diff.classes(), reason);
            jars.add(new ScoutedJars(modules.get(n), before, after, diff, part, methods, classes));
            parts.put(modules.get(n), part);
            methods += part.methods().size();
            classes += part.changedClasses().size();
        }
        reach = Reach.of(parts);
    }

    private static JarDiff diff(JarCopy base, JarCopy head, boolean ignoresResources) {
        try (JarContent ofBase = JarContent.of(base);
                JarContent ofHead = JarContent.of(head)) {
            return JarDiff.of(ofBase, ofHead, ignoresResources);
        }
    }

    /** Why all rows of a pair count as reached; null when scouts find them. */
    private static String reason(JarDiff diff, JarCopy base, JarCopy head) {
        if (!base.jvm().equals(head.jvm())) {
            return "the sides have different JVMs";
        }
        if (!base.arguments().measuring().equals(head.arguments().measuring())) {
            return "the sides have different JMH options or JVM arguments";
        }
        int more = diff.reasons().size() - 1;
        return more < 0
                ? null
                : diff.reasons().get(0) + (more > 0 ? ", and " + Sections.count(more, "more difference") : "");
    }

    /** What differs between the jars of all pairs. */
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

    /**
     * Scouts rows, those of one pair of jars after those of another. Where no class has changed, and where
     * {@linkplain Reach#allRows all rows} are reached, no scout runs.
     *
     * @param folder where a folder for jars with probes, hosts and forks is created and deleted
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before all rows were decided
     * @throws CommandException when a jar cannot be written, or a fork cannot start
     */
    public boolean run(List<RowPair> rows, Path folder, Watcher watcher) {
        for (ScoutedJars pair : jars) {
            List<Seen> own = rows.stream()
                    .filter(row -> row.base().jar().equals(pair.base()))
                    .map(row -> new Seen(row, pair, reason(row, pair)))
                    .collect(Collectors.toCollection(ArrayList::new));
            if (!run(pair, own, folder, watcher)) {
                return false;
            }
        }
        return true;
    }

    /** Why a row counts as reached while others do not; null without a reason. */
    private String reason(RowPair row, ScoutedJars pair) {
        if (pair.reach().allRows() != null) {
            return reach.allRows() != null
                    ? null
                    : pair.module() + ": " + pair.reach().allRows();
        }
        return row.base().row().isForkedAs(row.head().row())
                ? null
                : "its annotations have other JVM arguments, threads, batch sizes or operations per invocation";
    }

    private static boolean run(ScoutedJars pair, List<Seen> rows, Path folder, Watcher watcher) {
        if (rows.isEmpty() || pair.reach().allRows() != null || pair.reach().isNone()) {
            rows.forEach(row -> watcher.known(row.reach(0), List.of()));
            return true;
        }
        try (TemporaryFolder own = new TemporaryFolder(folder, "scouts");
                ForkHosts hosts = new ForkHosts(own.path(), Optional.empty())) {
            writeProbes(pair, own.path());
            return hosts.follow(new ScoutPlan(pair, rows, own.path(), watcher));
        }
    }

    /** First all rows with head's jar, then some with base's. */
    private static final class ScoutPlan implements ForkPlan<Scout> {
        private final ScoutedJars pair;
        private final List<Seen> open;
        private final Path folder;
        private final Watcher watcher;
        private long last = System.nanoTime();
        private final int atOnce;
        private int running;
        private final Map<Scout, HostFolder> places = new HashMap<>();
        private final Deque<String> sides = new ArrayDeque<>(List.of(Scout.HEAD, Scout.BASE));

        /** @param open the rows, which leave the list when they are decided */
        ScoutPlan(ScoutedJars pair, List<Seen> open, Path folder, Watcher watcher) {
            this.pair = pair;
            this.open = open;
            this.folder = folder;
            this.watcher = watcher;
            atOnce = ForkHosts.most(
                    open.stream().mapToLong(row -> row.pair().memory()).max().orElseThrow());
        }

        @Override
        public List<Scout> nextRound() {
            if (running > 0 || sides.isEmpty() || open.isEmpty() || isOver()) {
                return List.of();
            }
            String side = sides.remove();
            JarCopy probed = probed(pair, side, folder);
            JarCopy plain = pair.base().with(probed.arguments());
            ClassArchive archive = new ClassArchive(folder.resolve(side + ".jsa"));
            List<Scout> scouts = new ArrayList<>();
            if (ClassArchive.serves(probed, open.size())) {
                scouts.add(new Scout(open.get(0), side, probed, folder, archive, true));
            }
            open.forEach(row -> scouts.add(
                    row.losses().isEmpty()
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
            if (!scout.writesArchive()) {
                watcher.begins(scout.seen().pair().key());
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
            if (scout.writesArchive()) {
                scout.archive().written();
                return;
            }
            Seen seen = scout.seen();
            seen.add(scout, outcomes.get(0), place);
            if (seen.isDecidedBy(scout.name())) {
                open.remove(seen);
                long now = System.nanoTime();
                watcher.known(seen.reach((now - last) / NANOS_PER_SECOND), seen.losses());
                last = now;
            }
        }
    }

    private static void writeProbes(ScoutedJars pair, Path folder) {
        try {
            JmhJar.write(Scout.probesIn(folder), JmhJar.neededBy(List.of(Probes.class)));
            Files.write(
                    Scout.membersIn(folder),
                    Stream.of(pair.diff().inBase(), pair.diff().inHead())
                            .flatMap(side -> side.classes().entrySet().stream())
                            .filter(it -> pair.reach()
                                            .changedClasses()
                                            .get(it.getValue())
                                            .why()
                                    == Why.MEMBERS)
                            .map(it -> it.getKey().replace('/', '.'))
                            .distinct()
                            .toList());
        } catch (IOException e) {
            throw CommandException.badFile("cannot write to " + folder + ": " + e.getMessage());
        }
    }

    private static JarCopy probed(ScoutedJars pair, String side, Path folder) {
        JarCopy jar = side.equals(Scout.HEAD) ? pair.head() : pair.base();
        try (JarContent content = JarContent.of(jar)) {
            Map<String, byte[]> files =
                    ProbedClasses.of(content, pair.found(side).probes());
            files.putAll(JmhJar.neededBy(List.of(ProbeReader.class)));
            // not found in the jar, but on the boot class path, by a class loader that looks there first
            files.keySet().removeAll(JmhJar.neededBy(List.of(Probes.class)).keySet());
            return jar.with(
                    files, folder.resolve(side + ".jar"), jar.arguments().without(PROFILERS, ITERATION));
        }
    }
}
