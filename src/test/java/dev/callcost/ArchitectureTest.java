package dev.callcost;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** The arrows between the packages, and what is written once. */
class ArchitectureTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path SUITE_SOURCES = SOURCES.resolve("dev/callcost");

    /**
     * Each package below {@code dev.callcost}, and which others it may know; sub-packages count as part of theirs.
     * Tools above, what is measured below.
     */
    private static final Map<String, String> ARROWS = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "cli",
                    "source layout launch ladder warnings compare history load bill work doctor init pages host data stats"
                            + " file text transport"),
            Map.entry("layout", "launch text"),
            // puts on one page what the features have measured
            Map.entry("pages", "ladder warnings compare history load bill plot data stats file text"),
            Map.entry("ladder", "data stats text"),
            Map.entry("warnings", "agent data stats text"),
            // names the agents that it puts into the jars of others
            Map.entry("compare", "agent bill reach work launch host data stats file text"),
            Map.entry("source", "layout launch file host text"),
            Map.entry("reach", "agent work launch host data file text"),
            Map.entry("work", "agent launch data file text"),
            Map.entry("bill", "agent launch host data stats file text"),
            // reads metrics by the names that the agent gives them, and has the captions of the ladder's tables
            Map.entry("load", "agent ladder data stats text"),
            Map.entry("history", "data stats file text"),
            Map.entry("doctor", "agent host data stats text"),
            Map.entry("init", "source text"),
            Map.entry("launch", "agent host data stats file text"),
            Map.entry("host", "text"),
            Map.entry("data", "agent stats file text"),
            Map.entry("stats", ""),
            Map.entry("plot", "text"),
            Map.entry("file", "text"),
            Map.entry("text", ""),
            Map.entry("agent", ""),
            Map.entry("benchmark", "state service"),
            Map.entry("state", "agent transport wireformat service"),
            Map.entry("transport", "wireformat service"),
            Map.entry("wireformat", "service"),
            Map.entry("service", "")));

    /**
     * The sources that load classes by name, which no import shows, and the packages of the suite that they load from.
     */
    private static final Map<String, Set<String>> BY_NAME = Map.of(
            // a row's benchmark, with its states and the enums of their params
            "launch/RowSelection.java", Set.of("benchmark", "state", "transport", "wireformat", "service"),
            // the JDK's
            "agent/ProbeReader.java", Set.of(),
            "transport/CallExecutor.java", Set.of(),
            // JNA, and netty's transports
            "transport/Pinning.java", Set.of(),
            "transport/Transport.java", Set.of());

    private static final Set<String> PACKAGES = ARROWS.keySet();
    private static final Set<String> MEASURED = Set.of("benchmark", "state", "transport", "wireformat", "service");
    private static final Set<String> TOOLS =
            PACKAGES.stream().filter(name -> !MEASURED.contains(name)).collect(toCollection(TreeSet::new));

    /** Names that two JVMs exchange: system properties and environment variables. */
    private static final Pattern EXCHANGED =
            Pattern.compile("(?<![\\w.])callcost(?!\\.jar)(?:\\.[a-z]\\w*)+|CALLCOST_\\w+");

    private static final int LINE = 120;

    private static final Pattern AS_WRITTEN = Pattern.compile("(?s)\"\"\"\n.*?\"\"\"|// spotless:off.*?// spotless:on");

    /** Words in a comparison. */
    private static final Pattern COMPARED = Pattern.compile(
            "\\.(contains|equals|matches|startsWith|endsWith|indexOf)\\(\"[^\"\\n]*[a-z] [a-z][^\"\\n]*\"");

    /** Words of HTML, of a machine's maker and of protobuf. */
    private static final List<String> OF_OTHERS = List.of("th scope=", "amazon ec2", " in message ");

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

    /** JMH's habit and Java's: the type around it says whose it is. */
    private static final Set<String> NAMES_OF_MANY = Set.of("Builder", "State");

    private static final int MOST_PARTS = 7;

    private static final int MOST_IN_A_KNOT = 6;

    private static final JavaClasses SUITE = new ClassFileImporter()
            .withImportOptions(List.of(
                    ImportOption.Predefined.DO_NOT_INCLUDE_TESTS,
                    ImportOption.Predefined.DO_NOT_INCLUDE_JARS,
                    ArchitectureTest::isWritten))
            .importPackages("dev.callcost");

    private static boolean isWritten(Location location) {
        return !location.contains("/jmh_generated/") && !location.contains("/proto/");
    }

    private static DescribedPredicate<JavaClass> residesIn(Set<String> packages) {
        return resideInAnyPackage(
                packages.stream().map(name -> "dev.callcost." + name + "..").toArray(String[]::new));
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void thePackageKnowsOnlyThoseItMay(String name) {
        Set<String> others = new HashSet<>(PACKAGES);
        others.remove(name);
        others.removeAll(List.of(ARROWS.get(name).split(" ")));
        noClasses()
                .that(residesIn(Set.of(name)))
                .should()
                .dependOnClassesThat(residesIn(others).or(resideInAPackage("dev.callcost")))
                .check(SUITE);
    }

    /** The rooms of {@code compare}, from the ground up: each knows only those before it. */
    private static final List<String> ROOMS = List.of("session", "evidence", "judge", "measure", "report");

    @Test
    void theRoomsOfCompareKnowOnlyThoseBelow() {
        for (int room = 0; room < ROOMS.size(); room++) {
            noClasses()
                    .that()
                    .resideInAPackage("dev.callcost.compare." + ROOMS.get(room))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(ROOMS.subList(room + 1, ROOMS.size()).stream()
                            .map(name -> "dev.callcost.compare." + name)
                            .toArray(String[]::new))
                    .allowEmptyShould(true)
                    .check(SUITE);
        }
    }

    @Test
    void everyPackageHasItsArrows() throws IOException {
        try (Stream<Path> folders = Files.list(SUITE_SOURCES)) {
            assertThat(folders.filter(Files::isDirectory).map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrderElementsOf(PACKAGES);
        }
    }

    @Test
    void classesAreLoadedByNameWhereItIsSaid() {
        assertThat(sources(SUITE_SOURCES).entrySet().stream()
                        .filter(file -> file.getValue().contains("Class.forName("))
                        .map(file -> SUITE_SOURCES.relativize(file.getKey()).toString()))
                .containsExactlyInAnyOrderElementsOf(BY_NAME.keySet());
    }

    @Test
    void theRowsLoadTheirBenchmarksStatesAndParams() {
        assertThat(SUITE.stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith(Benchmark.class))
                        .flatMap(ArchitectureTest::typesOfRows)
                        .map(JavaClass::getPackageName)
                        .filter(name -> name.startsWith("dev.callcost."))
                        .map(name -> name.split("\\.")[2])
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(BY_NAME.get("launch/RowSelection.java"));
    }

    private static Stream<JavaClass> typesOfRows(JavaMethod benchmark) {
        Stream<JavaClass> params = benchmark.getRawParameterTypes().stream()
                .flatMap(state -> state.getAllFields().stream())
                .filter(field -> field.isAnnotatedWith(Param.class))
                .map(JavaField::getRawType);
        return Stream.of(Stream.of(benchmark.getOwner()), benchmark.getRawParameterTypes().stream(), params)
                .flatMap(it -> it);
    }

    @Test
    void packagesHaveNoCyclesAtAnyLevel() {
        slices().matching("dev.callcost.(**)").should().beFreeOfCycles().check(SUITE);
    }

    /** Files that know each other, directly or by others, are read together. */
    @Test
    void noPackageHasAKnotOfMoreThanSixFiles() {
        Map<String, Set<String>> uses = new TreeMap<>();
        SUITE.forEach(type -> type.getDirectDependenciesFromSelf().stream()
                .map(it -> it.getTargetClass().getBaseComponentType())
                .filter(target -> target.getPackageName().equals(type.getPackageName()))
                .forEach(target -> uses.computeIfAbsent(file(type).getName(), it -> new TreeSet<>())
                        .add(file(target).getName())));
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(name -> reach(name, uses, reached.computeIfAbsent(name, it -> new TreeSet<>())));
        Set<Set<String>> knots = new HashSet<>();
        reached.forEach((name, others) -> knots.add(others.stream()
                .filter(other -> reached.getOrDefault(other, Set.of()).contains(name))
                .collect(toCollection(TreeSet::new))));
        assertThat(knots.stream().filter(knot -> knot.size() > MOST_IN_A_KNOT)).isEmpty();
    }

    private static void reach(String name, Map<String, Set<String>> uses, Set<String> reached) {
        for (String other : uses.getOrDefault(name, Set.of())) {
            if (reached.add(other)) {
                reach(other, uses, reached);
            }
        }
    }

    @Test
    void theAgentNeedsNothingButJmhAndTheJdk() {
        classes()
                .that(residesIn(Set.of("agent")))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.callcost.agent", "java..", "com.sun.management", "sun.misc", "org.openjdk.jmh..")
                .check(SUITE);
    }

    @Test
    void whoMeasuresAndReportsKnowsNoPartOfACall() {
        noClasses()
                .that(residesIn(TOOLS).or(resideInAPackage("dev.callcost")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.grpc..", "io.netty..", "com.google.protobuf..", "com.google.common..", "net.openhft..")
                .check(SUITE);
    }

    @Test
    void resultsKnowNothingOfJmh() {
        noClasses()
                .that(residesIn(Set.of("data", "stats")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.openjdk.jmh..")
                .check(SUITE);
    }

    /** It is JMH's, and older than commons-statistics. */
    @Test
    void onlyTheEquationsOfGroupsAreSolvedWithCommonsMath() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.callcost.data.GroupMethods")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.commons.math3..")
                .check(SUITE);
    }

    @Test
    void ofAllThatIsMeasuredOneWireFormatKnowsGson() {
        noClasses()
                .that(residesIn(MEASURED))
                .and()
                .haveNameNotMatching("dev\\.callcost\\.wireformat\\.Gson.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.gson..", "picocli..")
                .check(SUITE);
    }

    @Test
    void benchmarksStandInTheirPackage() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Benchmark")
                .should()
                .resideInAPackage("dev.callcost.benchmark..")
                .check(SUITE);
    }

    @Test
    void everyPackageSaysWhatBelongsThere() {
        Set<Path> packages =
                sources(SUITE_SOURCES).keySet().stream().map(Path::getParent).collect(toCollection(TreeSet::new));
        assertThat(packages)
                .allSatisfy(directory ->
                        assertThat(directory.resolve("package-info.java")).exists());
    }

    @Test
    void noNameStandsForTwoClasses() {
        Map<String, List<Path>> byName = Stream.of(SOURCES, Path.of("src/test/java"), Path.of("src/lab/java"))
                .flatMap(root -> sources(root).keySet().stream())
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(groupingBy(file -> file.getFileName().toString()));
        byName.values().removeIf(files -> files.size() == 1);
        assertThat(byName).isEmpty();
    }

    @Test
    void noNameStandsForTwoTypes() {
        Map<String, List<String>> byName = SUITE.stream()
                .filter(type -> !type.isAnonymousClass() && !NAMES_OF_MANY.contains(type.getSimpleName()))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, Collectors.toList())));
        assertThat(byName).isNotEmpty();
        byName.values().removeIf(types -> types.size() == 1);
        assertThat(byName).isEmpty();
    }

    /** A call with many arguments is read by counting them. */
    @Test
    void recordsOfManyPartsAreBuiltInTheirOwnFileAlone() {
        assertThat(SUITE.stream().filter(ArchitectureTest::hasManyParts)).isNotEmpty();
        assertThat(SUITE.stream()
                        .flatMap(type -> type.getConstructorCallsFromSelf().stream())
                        .filter(call -> hasManyParts(call.getTargetOwner()))
                        .filter(call -> call.getTarget().getRawParameterTypes().size() > MOST_PARTS)
                        .filter(call -> !file(call.getOriginOwner()).equals(file(call.getTargetOwner())))
                        .map(JavaConstructorCall::getDescription))
                .isEmpty();
    }

    private static boolean hasManyParts(JavaClass type) {
        return type.isRecord()
                && type.getFields().stream()
                                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                                .count()
                        > MOST_PARTS;
    }

    private static JavaClass file(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::file).orElse(type);
    }

    /** Another wording must not change a decision. */
    @Test
    void noSentenceIsComparedToDecideSomething() {
        Map<Path, List<String>> compared = new TreeMap<>();
        sources(SUITE_SOURCES).forEach((file, source) -> {
            List<String> sentences = COMPARED.matcher(source)
                    .results()
                    .map(MatchResult::group)
                    .filter(it -> OF_OTHERS.stream().noneMatch(it::contains))
                    .toList();
            if (!sentences.isEmpty()) {
                compared.put(file, sentences);
            }
        });
        assertThat(compared).isEmpty();
    }

    @Test
    void aNameThatJvmsExchangeIsWrittenOnce() {
        Map<String, List<Path>> uses = sources(SUITE_SOURCES).entrySet().stream()
                .flatMap(file -> strings(file.getValue())
                        .flatMap(text -> EXCHANGED.matcher(text).results())
                        .map(name -> Map.entry(name.group(), file.getKey())))
                .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, Collectors.toList())));
        assertThat(uses).isNotEmpty();
        uses.values().removeIf(files -> files.size() == 1);
        assertThat(uses).isEmpty();
    }

    /**
     * Tables between {@code spotless:off} and {@code spotless:on} have a line a row, and text blocks are as they are.
     */
    @Test
    void linesEndAt120Columns() {
        Map<Path, List<String>> longer = new TreeMap<>();
        sources(SUITE_SOURCES).forEach((file, source) -> {
            String wrapped = AS_WRITTEN.matcher(source).replaceAll("");
            List<String> lines =
                    wrapped.lines().filter(it -> it.length() > LINE).toList();
            if (!lines.isEmpty()) {
                longer.put(file, lines);
            }
        });
        assertThat(longer).isEmpty();
    }

    /** What a fork writes and its host reads are the same constants. */
    @Test
    void forkAndHostShareTheirWords() {
        Set<String> twice = words("agent");
        assertThat(twice).isNotEmpty();
        twice.retainAll(words("launch"));
        twice.removeAll(Set.of(
                "INT", "count", "facts", "fork", "ns", "pid",
                "skipped")); // a signal, JMH's words, units, keys of another file
        assertThat(twice).isEmpty();
    }

    private static Set<String> words(String name) {
        return sources(SUITE_SOURCES.resolve(name)).values().stream()
                .flatMap(ArchitectureTest::strings)
                .filter(text -> text.matches(".*[A-Za-z]{2}.*"))
                .collect(toCollection(TreeSet::new));
    }

    /** The string literals of a source. */
    private static Stream<String> strings(String source) {
        String code = source.replaceAll("(?s)/\\*.*?\\*/", "");
        return STRING.matcher(code).results().map(match -> match.group(1));
    }

    /** The text of each Java source below a folder. */
    private static Map<Path, String> sources(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(Function.identity(), ArchitectureTest::read));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
