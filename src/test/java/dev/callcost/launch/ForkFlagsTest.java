package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.launch.PlannedRow.ForkWarmUp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class ForkFlagsTest {
    private static final BenchmarkListEntry BENCHMARK = Entries.entry(
            Map.of(), List.of("-Dp=b"), List.of("-Da=b"), List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"));

    private static final HostFolder FOLDER = new HostFolder(Path.of("folder"), "");

    private static ForkFlags flags(BenchmarkListEntry benchmark, int release, String... user) {
        return flags(Entries.row(benchmark, Map.of(), 0), release, user);
    }

    private static ForkFlags flags(PlannedRow row, int release, String... user) {
        return ForkFlags.of(row, RunArguments.parse(user), jvm(release), FOLDER, List.of());
    }

    private static ForkJvm jvm(int release) {
        return new ForkJvm("java", release, release + ".0.1", "vendor", "vm");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -jvmArgsAppend  | -Dx=1 -Xss2m | jvmArgsAppend  | -Xms512m -Xmx512m -XX:+UseSerialGC -Dx=1 -Xss2m
            -jvmArgsAppend  | -XX:+UseG1GC | jvmArgsAppend  | -Xms512m -Xmx512m -XX:+UseG1GC
            -jvmArgs        | -XX:+UseZGC  | jvmArgsAppend  | -Xms512m -Xmx512m
            -jvmArgsAppend  | -Xmx64m      | jvmArgsAppend  | -XX:+UseSerialGC -Xmx64m
            -jvmArgs        | -Da=u        | jvmArgs        | -Da=u
            -jvmArgsPrepend | -Dp=u        | jvmArgs        | -Da=b
            """)
    void theUsersComeAfterTheBenchmarksAndReplaceItsCollectorHeapAndPlainArguments(
            String option, String users, String list, String arguments) {
        assertThat(flags(BENCHMARK, 17, option, users).lists().get(list)).containsExactly(arguments.split(" "));
    }

    @Test
    void aJvmGetsWhatItNeedsAndTheNameOfTheForkBeforeEverythingElse() {
        PlannedRow warm = Entries.row(BENCHMARK, Map.of(), 0)
                .with(new ForkWarmUp(Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ZERO));
        String reflection = "-Dsun.reflect.noInflation=true";
        List<String> silence = List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
        assertThat(prepend(flags(BENCHMARK, 17)))
                .containsSubsequence(
                        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                        "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors(),
                        "-Dcallcost.record=" + Path.of("folder", "cell"),
                        "-Dp=b")
                .doesNotContain(reflection)
                .doesNotContainAnyElementsOf(silence);
        assertThat(prepend(flags(warm, 17))).contains(reflection);
        assertThat(prepend(flags(warm, 18))).doesNotContain(reflection);
        assertThat(prepend(flags(BENCHMARK, 23))).doesNotContainAnyElementsOf(silence);
        assertThat(prepend(flags(BENCHMARK, 24))).containsAll(silence);
        assertThat(prepend(flags(BENCHMARK, 17, "-jvmArgsPrepend", "-Dp=u")))
                .contains("-Dp=u")
                .doesNotContain("-Dp=b");
    }

    private static List<String> prepend(ForkFlags flags) {
        return flags.lists().get("jvmArgsPrepend");
    }

    @Test
    void withoutPlainArgumentsJmhTakesTheHosts() {
        ForkFlags flags = flags(Entries.entry(Map.of()), 17);
        assertThat(flags.lists()).doesNotContainKey("jvmArgs");
        assertThat(flags.inheriting(List.of("-Xmx1g", "-Da=b c")).options())
                .containsSubsequence("-jvmArgs", "-Xmx1g \"-Da=b c\"", "-jvmArgsAppend", "");
    }

    /** The last one wins, so what benchmark or user say does. */
    @Test
    void whatAForkNeedsIsBeforeAllOthers() {
        PlannedRow row = Entries.row(BENCHMARK, Map.of(), 0);
        for (List<String> user : List.of(List.<String>of(), List.of("-jvmArgsPrepend", "-Dp=u"))) {
            RunArguments arguments = RunArguments.parse(user.toArray(String[]::new));
            ForkFlags flags = ForkFlags.ofForeign(row, arguments, jvm(17), List.of());
            assertThat(prepend(flags.after(List.of("-Dfirst=1"), row, arguments, List.of())))
                    .containsExactly("-Dfirst=1", user.isEmpty() ? "-Dp=b" : "-Dp=u");
            assertThat(flags.after(List.of(), row, arguments, List.of())).isEqualTo(flags);
        }
    }

    /** Of 16 GiB; 256 MiB are beside the heap. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                       | 1024
            -Xms64m -Xss2m                           | 1024
            -Xmx512m                                 | 512
            -Xmx2G                                   | 2048
            -Xmx512m -XX:MaxHeapSize=134217728       | 128
            -XX:MaxHeapSize=65536k                   | 64
            -XX:MaxRAMPercentage=50.0                | 8192
            -Xmx512m -XX:MaxRAMPercentage=50         | 512
            -Dx=-Xmx1g                               | 1024
            """)
    void aForkTakesItsLargestHeap(String arguments, long mebibytes) {
        List<String> words = arguments.isEmpty() ? List.of() : List.of(arguments.split(" "));
        RunArguments none = RunArguments.parse();
        PlannedRow annotated = Entries.row(Entries.entry(Map.of(), List.of(), List.of(), words), Map.of(), 0);
        assertThat(ForkFlags.memory(annotated, none, jvm(17), 16L << 30)).isEqualTo(mebibytes + 256 << 20);
        PlannedRow plain = Entries.row(Entries.entry(Map.of()), Map.of(), 0);
        RunArguments user = arguments.isEmpty() ? none : RunArguments.parse("-jvmArgs", arguments);
        assertThat(ForkFlags.memory(plain, user, jvm(17), 16L << 30)).isEqualTo(mebibytes + 256 << 20);
    }

    /** The benchmark's own arguments are kept, because the option replaces them. */
    @Test
    void aForeignForkOfAnOldReleaseHasCompiledReflection() {
        BenchmarkListEntry entry = Entries.entry(Map.of());
        RunArguments user = RunArguments.parse("-jvmArgsPrepend", "-Duser=1");
        PlannedRow warming = Entries.row(entry, Map.of(), 1)
                .with(new ForkWarmUp(Duration.ofMillis(100), Duration.ofSeconds(9), Duration.ZERO));
        assertThat(ForkFlags.ofForeign(warming, user, jvm(17), List.of())
                        .lists()
                        .get("jvmArgsPrepend"))
                .containsExactly("-Dsun.reflect.noInflation=true", "-Duser=1");
        assertThat(ForkFlags.ofForeign(warming, user, jvm(25), List.of())
                        .lists()
                        .get("jvmArgsPrepend"))
                .containsExactly("-Duser=1");
    }

    /** A JVM refuses two collectors. No command line can remove what the environment adds, so it is switched off. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -XX:+UseZGC -Xmx9g | -Da=u          | -Dp=b               | -Da=u          | -Xms512m -Xmx512m
            -XX:+UseZGC -Xms9g | -XX:+UseG1GC   | -XX:-UseZGC -Dp=b   | -XX:+UseG1GC   | -Xms512m -Xmx512m
            -Xmx9g             | -XX:+UseG1GC   | -Dp=b               | -XX:+UseG1GC   | -Xms512m -Xmx512m
            """)
    void aCollectorOfTheHostReplacesTheBenchmarksAndGivesWayToTheUsers(
            String host, String user, String prepend, String middle, String append) {
        PlannedRow row = Entries.row(BENCHMARK, Map.of(), 0);
        RunArguments arguments = RunArguments.parse("-jvmArgs", user);
        List<String> hosts = List.of(host.split(" "));
        ForkFlags flags = ForkFlags.of(row, arguments, jvm(17), FOLDER, hosts);
        assertThat(prepend(flags)).endsWith(prepend.split(" "));
        assertThat(flags.lists())
                .containsEntry("jvmArgs", List.of(middle.split(" ")))
                .containsEntry("jvmArgsAppend", List.of(append.split(" ")));
        assertThat(ForkFlags.ofForeign(row, arguments, jvm(17), hosts).lists())
                .containsEntry("jvmArgs", List.of(middle.split(" ")))
                .containsEntry("jvmArgsAppend", List.of(append.split(" ")));
    }

    @Test
    void whatTheHostHasAndTheUserNamesIsTheUsers() {
        List<String> host = List.of("-Da=h", "-Xms9g", "-XX:+UseZGC");
        assertThat(ForkFlags.left(host, RunArguments.parse("-jvmArgsAppend", "-Xmx1g")))
                .containsExactly("-Da=h", "-XX:+UseZGC");
        assertThat(ForkFlags.left(host, RunArguments.parse("-jvmArgsAppend", "-XX:+UseG1GC")))
                .containsExactly("-Da=h", "-Xms9g");
    }

    @Test
    void whatOnlyAReleaseOrTheStartNeedsIsTheSuitesOwn() {
        assertThat(List.of(
                        "-Djava.io.tmpdir=copies",
                        "-Dsun.reflect.noInflation=true",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx1g"))
                .filteredOn(argument -> !JarCopy.isOwn(argument))
                .containsExactly("-Xmx1g");
    }
}
