package dev.callcost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.cli.Invocation;
import dev.callcost.data.LogLines;
import dev.callcost.launch.PlantedJar;
import dev.callcost.launch.SampleProject;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** What is in {@code callcost.jar}, the jar for the benchmarks of others, and what its verbs do without the rest. */
class CallcostJarIT {
    private static final Path JAR = Path.of("callcost.jar").toAbsolutePath();
    private static final Path SUITE = Path.of("benchmarks.jar").toAbsolutePath();
    private static final long LARGEST = 8_000_000;

    private static final Pattern CONTENT =
            Pattern.compile("(dev/callcost/(?!(benchmark|state|transport|wireformat|service)/)"
                    + "|org/openjdk/jmh/|joptsimple/|org/apache/commons/"
                    + "|com/google/gson/|picocli/|org/objectweb/asm/|one/).*");

    private static final Pattern OF_THE_JDK = Pattern.compile("(javax?|jdk|sun|com/sun)/.*|\\[.*");

    /** The tag of a class in a class file's constants, see JVMS 4.4. */
    private static final int CLASS = 7;

    /** A run, reach, reached, two forks and their pair. */
    private static final int LINES_OF_A_PAIR = 6;

    @TempDir
    Path directory;

    private Ended run(String arguments) throws Exception {
        return SampleProject.java(directory, JAR, arguments);
    }

    @Test
    void itIsSmallAndHoldsTheToolsAndTheirLibraries() throws IOException {
        assertThat(JAR).satisfies(jar -> assertThat(Files.size(jar)).isLessThan(LARGEST));
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> entries = jar.stream().map(ZipEntry::getName).toList();
            assertThat(entries.stream().filter(name -> name.endsWith(".class"))).allMatch(CONTENT.asMatchPredicate());
            assertThat(entries)
                    .noneMatch(
                            name -> name.startsWith("META-INF/versions/")) // its manifest does not have Multi-Release
                    .doesNotContain("META-INF/BenchmarkList")
                    .contains("LICENSE", "META-INF/NOTICE.txt");
        }
    }

    /** Only the commands that it does not offer need what it does not have. */
    @Test
    void itHoldsWhatItsClassesNeed() throws IOException {
        Set<String> classes = new TreeSet<>();
        TreeMap<String, Set<String>> needed = new TreeMap<>();
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (ZipEntry entry :
                    jar.stream().filter(it -> it.getName().endsWith(".class")).toList()) {
                String name = entry.getName().replaceFirst("\\.class$", "");
                classes.add(name);
                if (name.startsWith("dev/callcost/")) {
                    try (InputStream content = jar.getInputStream(entry)) {
                        needed.put(name, referred(new ClassReader(content)));
                    }
                }
            }
        }
        needed.values()
                .forEach(names -> names.removeIf(name ->
                        classes.contains(name) || OF_THE_JDK.matcher(name).matches()));
        needed.values().removeIf(Set::isEmpty);
        assertThat(needed.keySet())
                .allMatch(name -> name.matches("dev/callcost/cli/(ServeCommand|ServiceOptions)(\\$.*)?"));
    }

    private static Set<String> referred(ClassReader file) {
        char[] letters = new char[file.getMaxStringLength()];
        return IntStream.range(1, file.getItemCount())
                .map(file::getItem)
                .filter(item -> item > 0 && file.readByte(item - 1) == CLASS)
                .mapToObj(item -> file.readUTF8(item, letters))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void helpHasItsVerbs() throws Exception {
        Ended help = run("--help");
        assertThat(help.exitCode()).as(help.err()).isZero();
        Matcher verbs = Pattern.compile("(?m)^  (\\w+)(?= {2,}\\S.*[?.A-Za-z]$)")
                .matcher(help.out().replaceFirst("(?s)\nExamples:.*", ""));
        assertThat(verbs.results().map(verb -> verb.group(1)))
                .containsExactly("bill", "check", "compare", "doctor", "history", "init", "report");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bill", "check", "compare", "doctor", "history", "init", "report"})
    void aVerbsHelpNamesThisJar(String verb) throws Exception {
        Ended help = run(verb + " --help");
        assertThat(help.exitCode()).as(help.err()).isZero();
        assertThat(help.out())
                .contains("Usage: java -jar callcost.jar " + verb, "\n    java -jar callcost.jar " + verb);
        assertThat(Invocation.of(verb, "--help").out())
                .contains("Usage: java -jar benchmarks.jar " + verb, "\n    java -jar benchmarks.jar " + verb)
                .doesNotContain("java -jar callcost.jar");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serve --port 50051 | serve is no verb of callcost.jar (--help lists them); benchmarks.jar has the benchmarks, load and serve",
                "load --rate 1k | load is no verb of callcost.jar (--help lists them); benchmarks.jar has the benchmarks, load and serve",
                "Rmi -f 5 -l | Rmi is no verb of callcost.jar (--help lists them); benchmarks.jar has the benchmarks, load and serve",
                "@quick.args | @quick.args is no verb of callcost.jar (--help lists them); benchmarks.jar has the benchmarks, load and serve",
                "bill MyBenchmark | bill: callcost.jar has no benchmarks: name --jar",
                "compare MyBenchmark --head-jvm java | compare: callcost.jar has no benchmarks: name --base or --head"
            })
    void whatItDoesNotHaveIsRefusedInOneLine(String line, String answer) throws Exception {
        Ended refused = run(line);
        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).isEqualTo(answer + System.lineSeparator());
    }

    @Test
    void withoutAVerbItRunsNothing() throws Exception {
        Ended refused = Program.java(directory, List.of("-jar", JAR.toString()));
        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err())
                .startsWith("a verb is missing (--help lists them); ")
                .hasLineCount(1);
    }

    @Test
    void itIsNoSideOfAComparison() throws Exception {
        Ended refused = run("compare --base " + JAR + " --head " + SUITE);
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.err()).isEqualTo(JAR + ": no JMH jar, it holds no META-INF/BenchmarkList\n");
    }

    /** It has the list of the benchmarks that rungs are named by. This JVM has what benchmarks.jar has. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "check results/examples/quick results/xeon-vm-jdk25-ladder",
                "check --paired results/epyc-vm-compare/suite-one-method",
                "history results/examples/jedis.js.gz",
                "report results/examples/quick results/xeon-vm-jdk25-ladder",
                "report --format html results/examples/quick",
                "report --format html results/xeon-vm-bill-payload/jdk17"
            })
    void itReadsResultsAsBenchmarksJarDoes(String line) throws Exception {
        String arguments = line.replace(" results/", " " + Path.of("results").toAbsolutePath() + "/");
        Ended ended = run(arguments);
        assertThat(ended.exitCode()).as(ended.err()).isLessThan(2);
        assertThat(ended.out()).isNotEmpty();
        Invocation same = Invocation.of(arguments.split(" "));
        assertThat(ended).isEqualTo(new Ended(same.exitCode(), same.out(), same.err()));
    }

    @Test
    void doctorExaminesTheMachine() throws Exception {
        Ended ended = run("doctor --duration 1s");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("3% difference", "System.nanoTime takes ", "(median of 3 samples in ", "\nMeasured on ");
        assertThat(ended.exitCode()).isEqualTo(ended.out().contains("UNFIT") ? 3 : 0);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void billSamplesTheJarOfOthers() throws Exception {
        Path planted = Files.createDirectory(directory.resolve("planted"));
        SpawnedMain.compilePlanted(planted);
        Path foreign = PlantedJar.ofJmhAlone(directory.resolve("foreign.jar"), planted);
        Ended ended = run("bill --jar " + foreign + " -f 1 -i 40 -r 20ms PlantedBenchmark.steady$");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PlantedBenchmark.steady: ", " samples in 1 fork");
        Path results = directory.resolve("callcost-results");
        assertThat(results.resolve(".gitignore")).hasContent("*");
        try (Stream<Path> own = Files.list(results).filter(Files::isDirectory)) {
            Path bill = own.findFirst().orElseThrow();
            assertThat(bill.resolve("report.html")).isNotEmptyFile();
            assertThat(bill.resolve("flames")).isDirectoryContaining("glob:**");
        }
    }

    /** SampleProjectIT compares the jars of others. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void compareMeasuresTheSuitesJar() throws Exception {
        Path log = directory.resolve("out/log.jsonl");
        Process comparison = SampleProject.start(
                directory,
                JAR,
                "compare --all-rows -d out -wi 2 -w 50ms -i 5 -r 20ms GrpcTransportBenchmark -p transport=IN_PROCESS"
                        + " --base "
                        + SUITE);
        try {
            SpawnedMain.awaitLines(log, LINES_OF_A_PAIR);
        } finally {
            comparison.toHandle().destroy();
            comparison.waitFor();
        }
        assertThat(LogLines.read(log, "failed")).isEmpty();
        assertThat(LogLines.read(log, "pair")).isNotEmpty();
    }
}
