package dev.callcost.compare.measure;

import dev.callcost.agent.TurnTaking;
import dev.callcost.compare.measure.ComparisonRequest.SideRequest;
import dev.callcost.compare.measure.RowProgress.TurnFork;
import dev.callcost.compare.session.Session.Shard;
import dev.callcost.compare.session.Session.SideDescription;
import dev.callcost.data.RowKey;
import dev.callcost.file.SafeFile;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.PlannedRow.ShortTurns;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RowSelection;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.BenchmarksOfBase;
import dev.callcost.text.CommandException;
import dev.callcost.text.PathTails;
import dev.callcost.text.Sections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.options.Options;

/**
 * Both sides of a comparison and their rows. Rows match when their jars belong together and benchmark, mode and params
 * are equal, except for params to which the sides' own arguments give different values. Where two modules have rows
 * with equal keys, these keys name the module, whichever rows a shard takes.
 *
 * @param rows those of the shard that both sides have
 */
record MatchedSides(Side base, Side head, List<RowPair> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead) {

    /**
     * Copies the sides' jars and matches their rows.
     *
     * @param folder receives a folder for each jar
     * @throws CommandException (usage) when the arguments or a JVM cannot be used, nothing matches on a side, several
     *     rows of a jar differ in nothing but params in which the sides differ on purpose, no row is in both or in the
     *     shard, or a row is the same on both sides although their params differ; (bad file) when a jar cannot be read
     */
    static MatchedSides of(ComparisonRequest request, Path folder) {
        Side base = Side.of("base", request.base(), request, JarPair::base, folder);
        Side own = Side.of("head", request.head(), request, JarPair::head, folder);
        Side head = request.extent().benchmarksOfBase() ? own.withBenchmarksOf(base) : own;
        MatchedSides all = of(request.modules(), base, head);
        Shard shard = request.settings().shard();
        return shard == null ? all : all.of(shard);
    }

    private MatchedSides of(Shard shard) {
        List<RowPair> some = rows.stream().filter(row -> shard.has(row.key())).toList();
        if (some.isEmpty()) {
            throw CommandException.usage(
                    "compare: shard " + shard + " has none of the " + rows.size() + " rows: use fewer shards");
        }
        return new MatchedSides(base, head, some, onlyInBase, onlyInHead);
    }

    private static MatchedSides of(List<String> modules, Side base, Side head) {
        Map<String, List<String>> ofBase = base.arguments().params();
        Map<String, List<String>> ofHead = head.arguments().params();
        Set<String> varied = new TreeSet<>(ofBase.keySet());
        varied.addAll(ofHead.keySet());
        varied.removeIf(param -> ofBase.containsKey(param) && ofBase.get(param).equals(ofHead.get(param)));

        List<Map<RowKey, SideRow>> before = base.rows(varied);
        List<Map<RowKey, SideRow>> after = head.rows(varied);
        Set<RowKey> ofSeveral = ofSeveral(before, after);
        List<RowPair> rows = new ArrayList<>();
        List<RowKey> onlyInBase = new ArrayList<>();
        List<RowKey> onlyInHead = new ArrayList<>();
        for (int n = 0; n < modules.size(); n++) {
            String module = modules.get(n);
            UnaryOperator<RowKey> named = key -> ofSeveral.contains(key) ? key.ofModule(module) : key;
            Map<RowKey, SideRow> others = after.get(n);
            before.get(n).forEach((key, row) -> {
                if (others.containsKey(key)) {
                    rows.add(new RowPair(named.apply(key), row, others.remove(key)));
                } else {
                    onlyInBase.add(named.apply(key));
                }
            });
            others.keySet().stream().map(named).forEach(onlyInHead::add);
        }
        if (rows.isEmpty()) {
            throw CommandException.usage("compare: base and head have no row in common: base has "
                    + onlyInBase.get(0).label() + ", head has "
                    + onlyInHead.get(0).label());
        }
        for (RowPair row : rows) {
            if (!varied.isEmpty() && isMeasuredAlike(row)) {
                throw CommandException.usage("compare: nothing differs between base and head in "
                        + row.key().label() + ", which has no parameter " + String.join(", ", varied)
                        + ": name rows that have");
            }
        }
        return new MatchedSides(base, head, rows, onlyInBase, onlyInHead);
    }

    private static Set<RowKey> ofSeveral(List<Map<RowKey, SideRow>> before, List<Map<RowKey, SideRow>> after) {
        Set<RowKey> known = new HashSet<>();
        Set<RowKey> ofSeveral = new HashSet<>();
        for (int n = 0; n < before.size(); n++) {
            Set<RowKey> keys = new HashSet<>(before.get(n).keySet());
            keys.addAll(after.get(n).keySet());
            keys.stream().filter(key -> !known.add(key)).forEach(ofSeveral::add);
        }
        return ofSeveral;
    }

    /** Whether both sides measure a row by the same command. */
    private static boolean isMeasuredAlike(RowPair row) {
        HostFolder nowhere = new HostFolder(Path.of(""), "");
        return row.base().jar().checksum().equals(row.head().jar().checksum())
                && new TurnFork(row.base(), false)
                        .options(nowhere)
                        .equals(new TurnFork(row.head(), false).options(nowhere));
    }

    /**
     * One side, ready to run forks.
     *
     * @param name {@code base} or {@code head}. Both have equal lengths, and so have the paths of the copies, because a
     *     path takes memory in the JVM
     * @param jars copies of its jars, with all arguments of the side
     */
    record Side(String name, List<JarCopy> jars) {
        /** Digits of a checksum that a person reads. */
        private static final int SHORT = 12;

        private static Side of(
                String name,
                SideRequest options,
                ComparisonRequest request,
                Function<JarPair, JmhJar> ofSide,
                Path folder) {
            List<RunArguments.Group> groups = new ArrayList<>(request.common());
            groups.addAll(options.args());
            if (!options.jvmArgs().isBlank()) {
                groups.add(new RunArguments.Group(
                        List.of("-jvmArgsAppend", options.jvmArgs().strip()), false));
            }
            RunArguments arguments = RunArguments.of(groups);
            ForkJvm jvm = ForkJvm.of(arguments.options().getJvm().orElse(options.jvm()));
            List<JarCopy> copies = new ArrayList<>();
            for (JarPair jars : request.jars()) {
                Path own = folder.resolve("" + copies.size());
                SafeFile.createFolder(own, "the temporary folder cannot be used");
                Path copy = own.resolve(name + ".jar");
                copies.add(JarCopy.of(ofSide.apply(jars), copy, List.of(TurnTaking.class), arguments, jvm));
            }
            return new Side(name, copies);
        }

        private RunArguments arguments() {
            return jars.get(0).arguments();
        }

        ForkJvm jvm() {
            return jars.get(0).jvm();
        }

        private Side withBenchmarksOf(Side base) {
            return new Side(
                    name,
                    IntStream.range(0, jars.size())
                            .mapToObj(n -> BenchmarksOfBase.inHead(base.jars.get(n), jars.get(n)))
                            .toList());
        }

        /**
         * The rows of each jar that the side's arguments select.
         *
         * @param varied params in which the sides differ on purpose, which are no part of a row's key
         */
        private List<Map<RowKey, SideRow>> rows(Set<String> varied) {
            List<List<PlannedRow>> selected = RowSelection.of(
                    arguments(), jars.stream().map(JarCopy::benchmarks).toList());
            return IntStream.range(0, jars.size())
                    .mapToObj(n -> rows(jars.get(n), selected.get(n), varied))
                    .toList();
        }

        private Map<RowKey, SideRow> rows(JarCopy jar, List<PlannedRow> selected, Set<String> varied) {
            Map<RowKey, SideRow> rows = new LinkedHashMap<>();
            Options user = arguments().options();
            for (PlannedRow planned : selected) {
                PlannedRow row = ShortTurns.of(planned, user)
                        .map(turns -> planned.with(turns, user))
                        .orElse(planned);
                SortedMap<String, String> params = new TreeMap<>(row.params());
                params.keySet().removeAll(varied);
                RowKey key = new RowKey(row.name(), row.mode().shortLabel(), params);
                if (rows.put(key, new SideRow(jar, row)) != null) {
                    throw CommandException.usage(name + " has several rows " + key.label()
                            + " that differ in nothing but " + String.join(", ", varied)
                            + ": name one value of it for each side");
                }
            }
            return rows;
        }

        /**
         * The side in one line: its jars, JVM and arguments.
         *
         * @param modules the names of the jars where there are several
         * @param other the line names libraries with another version in this side's jars
         */
        String text(List<String> modules, Side other) {
            boolean isOne = jars.size() == 1;
            return (isOne ? "" : Sections.count(jars.size(), "jar") + ": ")
                    + IntStream.range(0, jars.size())
                            .mapToObj(n -> (isOne ? named(jars.get(n)) : modules.get(n))
                                    + text(jars.get(n), other.jars.get(n)))
                            .collect(Collectors.joining("; "))
                    + ", " + jvm().name()
                    + (measuring().isEmpty() ? "" : ", " + String.join(" ", measuring()));
        }

        private static String text(JarCopy jar, JarCopy other) {
            return " (SHA-256 " + jar.checksum().substring(0, SHORT) + "...)"
                    + new JmhJar(jar.path()).versionsUnlike(new JmhJar(other.path()));
        }

        /** The side's jars as the log's first line has them. */
        List<SideDescription> describe() {
            return jars.stream()
                    .map(jar -> new SideDescription(
                            named(jar), jar.checksum(), new JmhJar(jar.path()).versions(), jvm().name(), measuring()))
                    .toList();
        }

        private static String named(JarCopy jar) {
            return PathTails.cut(Path.of(jar.original().name()).toAbsolutePath().toString());
        }

        private List<String> measuring() {
            return PathTails.cut(arguments().measuring());
        }
    }
}
