package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.Why;
import dev.callcost.reach.RowReach.Kind;
import dev.callcost.reach.RowReach.Loss;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fork that runs a row of one side once, to see what it runs.
 *
 * @param name of the side
 * @param folder has the probes; null for a fork without
 * @param writesArchive whether it only writes the archive: a JVM that cannot write it may fail
 */
record Scout(Seen seen, String name, JarCopy jar, Path folder, ClassArchive archive, boolean writesArchive)
        implements JarCopy.JarFork {
    static final String BASE = "base";
    static final String HEAD = "head";

    /** A JVM takes arguments from it before those of its command line, and so do JVMs that it starts. */
    private static final String VARIABLE = "JAVA_TOOL_OPTIONS";

    /** Nothing is measured: compiling for long runs would not pay. */
    private static final String COMPILED_BRIEFLY = "-XX:TieredStopAtLevel=1";

    static Path probesIn(Path folder) {
        return folder.resolve("probes.jar");
    }

    /** The names of classes that differ in members. */
    static Path membersIn(Path folder) {
        return folder.resolve("members");
    }

    boolean isProbed() {
        return folder != null;
    }

    @Override
    public SideRow side() {
        SideRow planned = name.equals(HEAD) ? seen.pair().head() : seen.pair().base();
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

    /** The classes that the JVMs of a fork loaded, as these log them: a file for each process. */
    static final class LoadedClasses {
        private static final String PREFIX = "classes-";

        /** A class, a number for one that is hidden, and where it is from. */
        private static final Pattern LINE = Pattern.compile("(\\S+?)([/+]0x\\S+)? source: (.*)");

        /** Before the path of a jar or a folder. */
        private static final String FILE = "file:";

        /** What each JVM of JMH loads that runs a benchmark. */
        private static final String FORK = "org.openjdk.jmh.runner.ForkedMain source: ";

        /** Where a class was loaded from by the fork's JVM, by its name as class files have it. */
        private final Map<String, List<String>> byFork = new HashMap<>();

        /** Where a class was loaded from by any other JVM, by its name as class files have it. */
        private final Map<String, List<String>> byOthers = new HashMap<>();

        private boolean isForkKnown;

        /** Reads the logs in a folder. */
        LoadedClasses(Path folder) throws IOException {
            List<Path> logs;
            try (Stream<Path> files = Files.list(folder)) {
                logs = files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                        .toList();
            }
            for (Path log : logs) {
                // a JVM that still runs may be writing a line
                List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                boolean isFork = lines.stream().anyMatch(line -> line.startsWith(FORK));
                isForkKnown |= isFork;
                lines.stream()
                        .map(LINE::matcher)
                        .filter(Matcher::matches)
                        .forEach(line -> (isFork ? byFork : byOthers)
                                .computeIfAbsent(line.group(1).replace('.', '/'), it -> new ArrayList<>())
                                .add(line.group(3)));
            }
        }

        /**
         * The JVM argument that logs classes to a folder. JMH gives it to a fork twice; with options for the file a JVM
         * would warn of that.
         */
        static String argument(Path folder) {
            return "-Xlog:class+load:file=" + folder.resolve(PREFIX + "%p") + ":none";
        }

        /** Whether the fork's JVM logs its classes. */
        boolean isForkKnown() {
            return isForkKnown;
        }

        /** Whether another JVM logged classes of a class path. */
        boolean isAnyOther() {
            return byOthers.values().stream().flatMap(List::stream).anyMatch(source -> source.startsWith(FILE));
        }

        Set<String> names() {
            Set<String> names = new HashSet<>(byFork.keySet());
            names.addAll(byOthers.keySet());
            return names;
        }

        /**
         * Whether a class came from another file than a jar. A class loader that tells no place read it from somewhere,
         * most likely the class path.
         */
        boolean isFromElsewhere(String name, Path jar) {
            return Stream.of(byFork, byOthers)
                    .flatMap(sources -> sources.getOrDefault(name, List.of()).stream())
                    .anyMatch(source -> source.startsWith(FILE)
                            && !source.endsWith(jar.toUri().getRawPath()));
        }

        /** Whether a class was loaded by another JVM than the fork's, or more than once. */
        boolean isLoadedByOthers(String name) {
            return byOthers.containsKey(name) || byFork.get(name).size() > 1;
        }
    }

    /**
     * An archive of the classes that scouts of a jar load (JEP 350). A JVM that has it does not read, check and link
     * these classes, which is a third of the CPU time of a scout. A JVM that cannot use it, for example because of
     * other arguments, runs without it.
     *
     * @param file does not exist before the archive has been written
     */
    record ClassArchive(Path file) {
        /** Writing it takes as long as a few scouts. */
        private static final int FEWEST_SCOUTS = 10;

        /**
         * Whether it serves so many scouts of a jar. A JVM does not log the file of a class in an archive, so the jar
         * must be the only one.
         */
        static boolean serves(JarCopy jar, int scouts) {
            if (scouts < FEWEST_SCOUTS || !jar.others().isEmpty()) {
                return false;
            }
            try (JarFile content = new JarFile(jar.path().toFile())) {
                Manifest manifest = content.getManifest();
                return manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) == null;
            } catch (IOException e) {
                return false;
            }
        }

        /** The argument of a JVM that writes the archive when it ends. */
        List<String> writing() {
            return List.of("-XX:ArchiveClassesAtExit=" + unfinished());
        }

        private Path unfinished() {
            return file.resolveSibling(file.getFileName() + ".new");
        }

        /** Notes that the JVM that writes has ended. */
        void written() {
            try {
                Files.move(unfinished(), file);
            } catch (IOException e) {
                // it could not write one
            }
        }

        /**
         * The arguments of a JVM that uses the archive, if there is one; the second prevents its messages when it
         * cannot.
         */
        List<String> reading() {
            return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off") : List.of();
        }
    }

    /**
     * A pair of jars.
     *
     * @param base by which its rows are known
     * @param reach the difference, with numbers of its own
     * @param methodsBefore how many changed methods of other pairs have numbers before its own
     * @param classesBefore the same of changed classes
     */
    record ScoutedJars(
            String module,
            JarCopy base,
            JarCopy head,
            JarDiff diff,
            Reach reach,
            int methodsBefore,
            int classesBefore) {
        JarDiff.OfSide found(String side) {
            return side.equals(HEAD) ? diff.inHead() : diff.inBase();
        }
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
            return side.equals(BASE)
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
            return new RowReach(pair.key(), kind, after(jars.methodsBefore(), hottestFirst), seconds)
                    .with(
                            after(jars.methodsBefore(), runInSetUp),
                            after(jars.classesBefore(), loaded),
                            after(jars.methodsBefore(), loadedMethods),
                            kind == Kind.REACHED ? reason : null);
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
