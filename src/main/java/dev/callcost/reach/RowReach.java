package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.Why;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.reach.Scout.LoadedClasses;
import dev.callcost.reach.Scouts.Loss;
import dev.callcost.reach.Scouts.ScoutedJars;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the scouts of one row saw: a line of the log.
 *
 * @param run numbers of changed methods ({@link Reach#methods}) that an iteration ran, the one with the most calls and
 *     rounds of loops first
 * @param runInSetUp numbers of those that the row ran before and after its iterations alone
 * @param loaded numbers of classes ({@link Reach#changedClasses}) that the row's JVMs loaded, and that may differ in
 *     what no probe saw
 * @param notRun numbers of changed methods of loaded classes that the row did not run
 * @param reason why the row counts as reached whatever it runs; null without one
 * @param seconds since the row before it was known; those of all rows are the time of the scouts
 */
public record RowReach(
        RowKey row,
        Kind kind,
        List<Integer> run,
        List<Integer> runInSetUp,
        List<Integer> loaded,
        List<Integer> notRun,
        String reason,
        double seconds) {
    public enum Kind {
        /** An iteration runs changed methods, the fork is started otherwise, or one side failed. */
        REACHED,
        /** No changed method runs in iterations, but a class is loaded that differs in what no probe can see. */
        LOADED,
        /** Changed methods run in set-up, tear-down or class initializers alone. */
        REACHED_IN_SETUP,
        /** Neither side runs a changed method or loads a class that differs. */
        SAME_CODE,
        /** Both sides failed. */
        FAILED,
        /** A side cannot run on this machine. */
        SKIPPED
    }

    /** A row that loads no changed class. */
    public RowReach(RowKey row, Kind kind, List<Integer> run, double seconds) {
        this(row, kind, run, List.of(), List.of(), List.of(), null, seconds);
    }

    /** Logs of earlier versions have nothing but kind and iterations. */
    public RowReach {
        Objects.requireNonNull(row);
        Objects.requireNonNull(kind);
        run = List.copyOf(run);
        runInSetUp = orNone(runInSetUp);
        loaded = orNone(loaded);
        notRun = orNone(notRun);
    }

    private static List<Integer> orNone(List<Integer> numbers) {
        return numbers == null ? List.of() : List.copyOf(numbers);
    }

    /** What the scouts of a row saw so far. */
    static final class Seen {
        private final RowPair pair;
        private final ScoutedJars jars;
        private final List<Loss> losses = new ArrayList<>();

        /** Calls of changed methods by their numbers. */
        private final Map<Integer, Long> run = new TreeMap<>();

        private final Set<Integer> runInSetUp = new TreeSet<>();
        private final Set<Integer> loaded = new TreeSet<>();

        /** Changed methods of the loaded classes. */
        private final Set<Integer> loadedMethods = new TreeSet<>();

        private String reason;
        private boolean isSkipped;

        /** @param reason why the row counts as reached whatever it runs; null without a reason */
        Seen(RowPair pair, ScoutedJars jars, String reason) {
            this.pair = pair;
            this.jars = jars;
            this.reason = reason;
        }

        RowPair pair() {
            return pair;
        }

        List<Loss> losses() {
            return losses;
        }

        int methods() {
            return jars.reach().methods().size();
        }

        void add(Scout scout, ForkOutcome outcome, HostFolder place) {
            if (!(outcome instanceof ForkOutcome.Measured)) {
                isSkipped |= outcome instanceof ForkOutcome.Skipped;
                losses.add(new Loss(scout.name(), outcome));
                reason = scout.name() + " failed: " + outcome.message();
            } else if (scout.isProbed()) {
                try {
                    Probes.read(Scout.counts(place)).forEach(this::add);
                    Probes.Notes notes = Probes.Notes.of(Scout.counts(place));
                    add(new LoadedClasses(place.probes()), notes, scout);
                    notes.read().forEach(file -> addRead(file, jars.found(scout.name())));
                    if (notes.isAnyOpened()) {
                        loaded.addAll(jars.found(scout.name()).classes().values());
                    }
                } catch (IOException e) {
                    reason = scout.name() + "'s fork did not report what it runs: " + e.getMessage();
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
            JarDiff.OfSide found = jars.found(scout.name());
            if (!classes.isForkKnown()) {
                reason = scout.name() + "'s JVM does not log the classes that it loads";
            } else if (notes.isAnyStarted() && !classes.isAnyOther()) {
                reason = "it starts processes that do not tell what they run";
            }
            for (String name : classes.names()) {
                Integer number = found.classes().get(name);
                if (number == null) {
                    continue;
                }
                ChangedClass type = jars.reach().changedClasses().get(number);
                boolean isReflected = type.why() == Why.MEMBERS
                        && (notes.isAnyLookedUp()
                                || notes.reflected().contains(name.replace('/', '.'))
                                || classes.isLoadedByOthers(name));
                if (type.isReshaped()
                        || isReflected
                        || classes.isFromElsewhere(name, scout.jar().path())) {
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
            return side.equals(Scouts.BASE)
                    || isSkipped
                    || losses.isEmpty()
                            && (reason != null || !run.isEmpty() || !jars.diff().lacksInHead());
        }

        RowReach reach(double seconds) {
            List<Integer> hottestFirst = run.entrySet().stream()
                    .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                    .map(Map.Entry::getKey)
                    .toList();
            runInSetUp.removeAll(run.keySet());
            loadedMethods.removeAll(run.keySet());
            loadedMethods.removeAll(runInSetUp);
            Kind kind = kind();
            return new RowReach(
                    pair.key(),
                    kind,
                    after(jars.methodsBefore(), hottestFirst),
                    after(jars.methodsBefore(), runInSetUp),
                    after(jars.classesBefore(), loaded),
                    after(jars.methodsBefore(), loadedMethods),
                    kind == Kind.REACHED ? reason : null,
                    seconds);
        }

        private static List<Integer> after(int others, Collection<Integer> numbers) {
            return numbers.stream().map(number -> others + number).toList();
        }

        private Kind kind() {
            if (isSkipped) {
                return Kind.SKIPPED;
            }
            if (losses.size() > 1) {
                return Kind.FAILED;
            }
            if (jars.reach().allRows() != null || reason != null || !run.isEmpty()) {
                return Kind.REACHED;
            }
            return !loaded.isEmpty() ? Kind.LOADED : runInSetUp.isEmpty() ? Kind.SAME_CODE : Kind.REACHED_IN_SETUP;
        }
    }
}
