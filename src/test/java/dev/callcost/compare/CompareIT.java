package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.agent.ForkGate;
import dev.callcost.cli.Invocation;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Fork;
import dev.callcost.data.LogLines;
import dev.callcost.data.Row;
import dev.callcost.launch.PlantedJar;
import dev.callcost.launch.PlantedRuns;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons with real forks: what is told, what is kept, and that the files say the same again. */
class CompareIT extends PlantedRuns {
    /**
     * The planted benchmarks need no warm-up of seconds. Two iterations would save little of a fork, and their fastest
     * one scatters so much on a busy machine that a verdict takes three times as many forks.
     */
    private static final String BRIEFLY = "-i 8 -r 10ms -wi 2 -w 20ms ";

    @TempDir
    static Path shared;

    private static Path suite;
    private static Path foreign;

    @BeforeAll
    static void build() throws IOException {
        suite = PlantedJar.ofSuite(shared.resolve("suite.jar"), planted);
        foreign = PlantedJar.ofJmhAlone(shared.resolve("foreign.jar"), planted);
    }

    private SpawnedMain begin(String words, String... more) throws Exception {
        return start("compare -d out --parallel 1 " + BRIEFLY + words, more);
    }

    private Ended compare(String words, String... more) throws Exception {
        try (SpawnedMain main = begin(words, more)) {
            return main.ended();
        }
    }

    /** Gives the planted benchmarks a record, which a jar that is not the suite's does not. */
    private String record() {
        return "-jvmArgsPrepend=-Dcallcost.record=" + directory.resolve("foreign.record");
    }

    private List<JsonObject> lines(String type) throws IOException {
        return LogLines.read(directory.resolve("out/log.jsonl"), type);
    }

    /** A side's fork of a row's pair, whichever row that is. */
    private Fork fork(String side, int round) throws IOException {
        return lines("fork").stream()
                .map(Fork::of)
                .filter(fork -> fork.side().equals(side) && fork.round() == round)
                .findFirst()
                .orElseThrow();
    }

    private void checkSaysTheSame(Ended compared) throws Exception {
        Ended checked = check("", "out");
        assertThat(checked.out()).isEqualTo(withoutNext(compared));
        assertThat(checked.exitCode()).isEqualTo(compared.exitCode());
    }

    /** What {@code compare} printed, without how the user can go on. */
    private static String withoutNext(Ended compared) {
        return compared.out()
                .replaceAll("(?<=\\n)\\n(Stopped|To measure for) .*\\n(.+\\n)*", "")
                .replaceAll("To measure for .*\\n(  .*\\n)*", "");
    }

    @Test
    void aJarAgainstItselfIsMeasuredInPairsAndJudgedAgainFromItsFiles() throws Exception {
        Ended ended = compare("--base " + suite + " --all-rows --margin 95% --budget 5min Planted.*steady");

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).containsPattern("same\n  PlantedBenchmark\\.steady ");
        checkSaysTheSame(ended);

        JsonObject header = lines("run").get(0);
        assertThat(header.get("rows").getAsJsonArray()).hasSize(1);
        assertThat(header.toString()).doesNotContain(shared.toString(), directory.toString());
        List<JsonObject> pairs = lines("pair");
        assertThat(pairs).hasSizeGreaterThan(PairRule.FEWEST_PAIRS);
        for (JsonObject pair : pairs) {
            assertThat(pair.get("round").getAsInt()).isEqualTo(1 + pairs.indexOf(pair));
            for (String side : List.of("base", "head")) {
                Fork fork = fork(side, pair.get("round").getAsInt());
                assertThat(fork.row().primary().forks().get(0)).hasSize(8);
            }
        }
        List<Pair> read = SessionFile.read(directory.resolve("out")).pairs();
        assertThat(read).hasSameSizeAs(pairs);
        assertThat(read.get(0).isFirst()).isTrue();
        assertThat(read.subList(1, read.size())).noneMatch(Pair::isFirst);
        assertNothingIsLeft();
    }

    @Test
    void aMetricThatNoRowHasEndsTheRunAfterTheFirstPairs() throws Exception {
        Ended ended = compare("--base " + suite + " --all-rows --metric misses -p number=1 Planted.*plain");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(64);
        assertThat(ended.err()).contains("compare: no row has the metric misses; there is none");
        assertThat(lines("pair")).hasSize(1);
        assertNothingIsLeft();
    }

    /** The budget ends it: where heaps differ, the mean of all iterations decides, which takes many pairs. */
    @Test
    void anyJmhJarWillDoAndOptionsMayDiffer() throws Exception {
        Ended ended = compare(
                "--head " + foreign + " " + record()
                        + " --all-rows --margin 95% --budget 10s -prof gc -bm avgt,thrpt Planted.*plain",
                "--base-args",
                "-p number=1",
                "--head-args",
                "-p number=2",
                "--head-jvm-args",
                "-Xmx40m -Djava.net.preferIPv6Addresses=true");

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out().replaceAll("\\s+", " "))
                .contains(
                        "PlantedBenchmark.plain ",
                        "PlantedBenchmark.plain mode=thrpt",
                        "-p number=1 -i 8 -r 10ms -wi 2 -w 20ms -prof gc -jvmArgsPrepend -Dcallcost.record=foreign.record head ",
                        "-p number=2 -i 8 -r 10ms -wi 2 -w 20ms -prof gc -jvmArgsPrepend -Dcallcost.record=foreign.record"
                                + " -jvmArgsAppend -Xmx40m -Djava.net.preferIPv6Addresses=true ");
        for (String side : List.of("base", "head")) {
            Row fork = fork(side, 1).row();
            assertThat(fork.params()).containsEntry("number", side.equals("base") ? "1" : "2");
            assertThat(fork.bytesPerOp().orElseThrow().forks().get(0)).hasSize(8);
            String arguments = fork.settings().get("jvmArgs");
            assertThat(arguments)
                    .doesNotContain("tmpdir", directory.toString())
                    .contains("-XX:+UseSerialGC")
                    .contains(side.equals("base") ? "-Xmx32m" : "-Xmx40m");
        }
        checkSaysTheSame(ended);
    }

    @Test
    void whatOneSideLacksOrHasInAnotherVersionIsNamed() throws Exception {
        Path older = Files.copy(foreign, directory.resolve("older.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(older)) {
            Files.writeString(jar.getPath("dev/callcost/build.properties"), "grpc=1.2.2\n");
        }
        Path fewer = Files.copy(foreign, directory.resolve("fewer.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(fewer)) {
            Path list = jar.getPath("META-INF/BenchmarkList");
            List<String> kept = Files.readAllLines(list);
            kept.removeIf(line -> line.contains("PlantedExperiment"));
            Files.write(list, kept);
            Files.writeString(jar.getPath("dev/callcost/build.properties"), "grpc=1.2.3\n");
        }

        Ended ended = compare("--base " + older + " --head " + fewer + " " + record()
                + " --strict --all-rows --budget 1s -p number=1 Planted.*(plain|experiment)");

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(2);
        assertThat(ended.out())
                .contains("missing in head (removed, renamed or failed?): PlantedExperimentBenchmark.experiment");
        assertThat(lines("pair")).noneMatch(pair -> pair.toString().contains("PlantedExperimentBenchmark"));
        assertThat(ended.out()).containsPattern("base .*older\\.jar \\(SHA-256 \\w+\\.\\.\\.\\), grpc 1\\.2\\.2, ");
        assertThat(ended.out()).containsPattern("head .*fewer\\.jar \\(SHA-256 \\w+\\.\\.\\.\\), grpc 1\\.2\\.3, ");
        assertThat(lines("run").get(0).getAsJsonArray("sides").get(1).toString())
                .contains("\"grpc\":\"1.2.3\"");
        assertThat(check("--strict", "out").out()).isEqualTo(withoutNext(ended));
    }

    /** The jars name their libraries, among them JMH; a JIT hint is the change. */
    @Test
    void aPlanIsScoutedOnceAndThenMeasured() throws Exception {
        Path hinted = Files.copy(foreign, directory.resolve("hinted.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(hinted)) {
            Path hints = jar.getPath("META-INF/CompilerHints");
            List<String> lines = new ArrayList<>(Files.readAllLines(hints));
            lines.add("dontinline,dev/callcost/benchmark/local/PlantedBenchmark.steady");
            Files.write(hints, lines);
        }
        String command = "--base " + foreign + " --head " + hinted + " " + record()
                + " --margin 95% --budget 5min -p number=1 Planted.*(plain|steady)";

        Ended plan = compare("--plan " + command);
        assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.out())
                .startsWith(
                        "base and head differ in 1 method of 1 class.\n1 of 2 rows runs changed methods, 1 runs no changed code.")
                .contains(
                        "\nBefore the pairs the work of 1 row is counted: about ",
                        "\nRun changed methods:\n  PlantedBenchmark.steady: PlantedBenchmark.steady\n",
                        "\nRun no changed code:\n  PlantedBenchmark.plain\n");
        assertThat(plan.err()).contains("the same command without --plan, with -d out");
        assertThat(lines("reached")).hasSize(2);
        assertThat(lines("pair")).isEmpty();
        assertThat(directory.resolve("out/report.html")).doesNotExist();

        Ended ended = compare(command);
        assertThat(ended.out()).as(ended.err()).contains("1 row was not measured: its short fork ran no changed code.");
        assertThat(lines("reached")).hasSize(2);
        assertThat(lines("pair")).isNotEmpty();
        assertNothingIsLeft();
    }

    @Test
    void aRowThatKeepsFailingIsNotMeasuredAndOneThatCannotRunIsSkipped() throws Exception {
        Ended ended = compare("--base " + suite + " --all-rows -jvmArgs -Dplanted.attempts="
                + directory.resolve("attempts") + " Planted.*(failsAfterFirst|skipping)");

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(3);
        assertThat(ended.out())
                .contains(
                        "planted failure",
                        "no planted transport on this kernel",
                        "NOT MEASURED: 1 of 2 rows could not be measured, ",
                        "1 skipped");
        assertThat(lines("failed")).hasSize(3);
        assertThat(lines("skipped")).hasSize(1);
        checkSaysTheSame(ended);
    }

    @Test
    void toldToEndItPrintsTheVerdictsSoFarAndKeepsThem() throws Exception {
        Files.createDirectory(directory.resolve("out"));
        try (SpawnedMain main =
                begin("--head " + foreign + " " + record() + " --all-rows --budget 10min -r 100ms Planted.*plain")) {
            SpawnedMain.awaitLines(directory.resolve("out").resolve("log.jsonl"), 1 + 3 * 3);
            main.terminate();
            Ended ended = main.ended();
            assertThat(ended.exitCode()).isEqualTo(128 + 15);
            assertThat(ended.out())
                    .as(ended.err())
                    .contains("PlantedBenchmark.plain number=1", "INCONCLUSIVE: no row is decided");
            assertThat(ended.out().replace('\n', ' '))
                    .as("the rest of the budget is enough")
                    .containsPattern("\\. {2}Stopped after [1-9] pairs\\. To resume, use the same command with -d out ")
                    .doesNotContain("--budget");
            assertThat(main.forks()).isEmpty();
            assertNothingIsLeft();
            assertThat(check("", "out").out()).isEqualTo(withoutNext(ended));
        }
    }

    private static final String WHY = "why: PlantedBenchmark.turning";

    private static final String[] SLOWER = {"--head-jvm-args", "-Dplanted.turns=20000"};

    private String slower() {
        return "--base " + suite + " --budget 10min Planted.*turning";
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSlowerRowHasTheMethodThatBecameSlower() throws Exception {
        Ended ended = compare(slower(), SLOWER);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .containsPattern("slower\n  PlantedBenchmark\\.turning .*\n +" + WHY + " \\+\\d\\S+ us of \\+\\d");
        checkSaysTheSame(ended);
        Path out = directory.resolve("out");
        assertThat(Files.readString(out.resolve("report.html")).replace("<wbr>", ""))
                .contains("<a href=\"flames/PlantedBenchmark.turning.html\">")
                .contains(WHY);
        assertThat(out.resolve("flames/PlantedBenchmark.turning.html"))
                .content()
                .contains(" in base");
        assertThat(lines("why")).hasSize(1);
        assertNothingIsLeft();

        Ended again = compare(slower(), SLOWER);
        assertThat(again.exitCode()).as("goes on in the same folder").isEqualTo(1);
        assertThat(lines("why")).hasSize(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void killedItLeavesNoForkStandingStill() throws Exception {
        Files.createDirectory(directory.resolve("out"));
        try (SpawnedMain main = begin("--head " + foreign + " " + record() + " --all-rows Planted.*plain")) {
            List<ProcessHandle> forks = main.awaitFork(CompareIT::isStopped);
            main.kill();
            SpawnedMain.assertEnd(forks);
        }
    }

    private static boolean isStopped(ProcessHandle fork) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(fork.pid()), "stat"))
                    .contains(") T ");
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    @Test
    void aForkWithoutAResultHasFailed() throws Exception {
        Ended ended =
                compare("--base " + foreign + " --head-jvm-args -version " + record() + " -p number=1 Planted.*plain");

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(3);
        assertThat(ended.out())
                .startsWith("NOT MEASURED: 1 of 1 row could not be measured, head: it ended without a result.\n");
        assertThat(lines("failed")).hasSize(3);
        checkSaysTheSame(ended);
    }

    /** In this JVM, which measures nothing and so takes no lock. */
    @Test
    void commandLinesThatCannotBeMeantAreRefused() {
        System.setProperty(ForkGate.IGNORE_LOCK, "true");
        try {
            refuseWhatCannotBeMeant();
        } finally {
            System.clearProperty(ForkGate.IGNORE_LOCK);
        }
    }

    private void refuseWhatCannotBeMeant() {
        String base = "--base " + suite;
        assertRefused("nothing differs between base and head", base + " plain");
        assertRefused("no selected benchmark has this parameter", base + " plain --head-args", "-p nmber=2");
        assertRefused(
                "nothing differs between base and head in PlantedExperimentBenchmark.experiment",
                base + " Planted.*(plain|experiment)",
                "--base-args",
                "-p number=1",
                "--head-args",
                "-p number=2");
        assertRefused("no benchmark matches", base + " --all-rows no.such");
        assertRefused("name one value of it for each side", base + " Planted.*plain --head-args", "-p number=2");
        assertRefused("compare: unknown option -z (compare --help tells more)", base + " --all-rows -z");
        assertRefused("it counts work without -prof work", base + " --all-rows -prof work");
        assertRefused("it counts work without -prof work", base + " plain --head-args", "-i 2 -prof work");
        assertRefused("compare: --head-args: unknown option -zzz", base + " plain --head-args", "-zzz");
        assertRefused("list without a verb", base + " --all-rows -lp");
        assertRefused("-d names the folder", base + " --all-rows -rff out.json");
        assertRefused("would hide --base-jvm", base + " --base-jvm java -jvm java");
    }

    private void assertRefused(String message, String words, String... more) {
        Path out = directory.resolve("out");
        String[] line = Stream.concat(Stream.of(("compare -d " + out + " " + words).split(" ")), Stream.of(more))
                .toArray(String[]::new);
        Invocation refused = Invocation.of(line);
        assertThat(refused.exitCode()).as(words + refused.out() + refused.err()).isEqualTo(64);
        assertThat(refused.err()).contains(message);
        assertThat(out).doesNotExist();
    }

    private Ended shard(String part, String folder) throws Exception {
        return run("compare -d " + folder + " " + BRIEFLY + "--base " + suite + " --all-rows --budget 1s --shard "
                + part + " -p number=1,2,3,4,5,6,7,8 Planted.*plain");
    }

    /** Each on its own machine, here one after the other. */
    @Test
    void shardsAreMeasuredAloneAndJudgedTogether() throws Exception {
        List<String> measured = new ArrayList<>();
        for (int index = 1; index <= 2; index++) {
            Ended ended = shard(index + "/2", "shard-" + index);
            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            Session session = SessionFile.read(directory.resolve("shard-" + index));
            assertThat(session.pairs()).isNotEmpty();
            session.header().rows().forEach(row -> measured.add(row.label()));
        }
        assertThat(measured).hasSize(8).doesNotHaveDuplicates();

        Ended checked = check("--format json", "shard-1", "shard-2");
        assertThat(checked.exitCode()).as(checked.err()).isZero();
        JsonObject json = JsonParser.parseString(checked.out()).getAsJsonObject();
        assertThat(json.getAsJsonArray("rows")).hasSize(8);
        assertThat(json.getAsJsonArray("runs"))
                .extracting(run -> run.getAsJsonObject()
                        .getAsJsonObject("shard")
                        .get("count")
                        .getAsInt())
                .containsExactly(2, 2);
        int chosen = SessionFile.read(directory.resolve("shard-1"))
                .all(ChosenRow.class)
                .size();
        assertThat(json.getAsJsonObject("rule").get("level").getAsDouble()).isEqualTo(2 * PairRule.LEVEL / 2 / chosen);

        Ended other = shard("1/2", "shard-2");
        assertThat(other.exitCode()).isEqualTo(64);
        assertThat(other.err()).contains("shard-2 holds another comparison (not the same: the rows, --shard)");
    }
}
