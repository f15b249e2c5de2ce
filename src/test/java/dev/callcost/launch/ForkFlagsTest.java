package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class ForkFlagsTest {
    private static final List<String> NONE = List.of();
    private static final BenchmarkListEntry BENCHMARK = Entries.entry(
            Map.of(), List.of("-Dp=b"), List.of("-Da=b"), List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"));

    private static ForkFlags flags(BenchmarkListEntry benchmark, int release, String... user) {
        return flags(Entries.row(benchmark, Map.of(), 0), release, user);
    }

    private static ForkFlags flags(PlannedRow row, int release, String... user) {
        return ForkFlags.of(row, Arguments.parse(user), jvm(release), new HostPlace(Path.of("folder"), 0));
    }

    private static ForkJvm jvm(int release) {
        return new ForkJvm("java", release, release + ".0.1", "vendor", "vm");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -jvmArgsAppend | -Dx=1 -Xss2m  | -Xms512m -Xmx512m -XX:+UseSerialGC -Dx=1 -Xss2m
            -jvmArgsAppend | -XX:+UseG1GC  | -Xms512m -Xmx512m -XX:+UseG1GC
            -jvmArgs       | -XX:+UseZGC   | -Xms512m -Xmx512m
            -jvmArgsAppend | -Xmx64m       | -XX:+UseSerialGC -Xmx64m
            """)
    void theUsersComeAfterTheBenchmarksAndReplaceItsCollectorAndHeap(String option, String users, String append) {
        assertThat(flags(BENCHMARK, 17, option, users).append()).containsExactly(append.split(" "));
    }

    @Test
    void aJvmGetsWhatItNeedsAndTheNameOfTheForkBeforeEverythingElse() {
        assertThat(flags(BENCHMARK, 17).prepend())
                .containsSubsequence(
                        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                        "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors(),
                        "-Dp=b")
                .noneMatch(flag -> flag.startsWith("--sun-misc") || flag.startsWith("--enable-native"));
        assertThat(flags(BENCHMARK, 17).prepend())
                .filteredOn(HostPlace::isJvmArgument)
                .hasSize(1);
        assertThat(flags(BENCHMARK, 23).prepend()).noneMatch(flag -> flag.startsWith("--sun-misc"));
        assertThat(flags(BENCHMARK, 24).prepend())
                .contains("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void reflectionIsCompiledAtOnceWhereAForkIsToGetWarmAndTheJvmWouldWait() {
        PlannedRow cold = Entries.row(BENCHMARK, Map.of(), 0);
        PlannedRow warm = cold.with(new ForkWarmUp(Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ZERO));

        assertThat(flags(warm, 17).prepend()).contains("-Dsun.reflect.noInflation=true");
        assertThat(flags(cold, 17).prepend()).noneMatch(flag -> flag.contains("reflect.no"));
        assertThat(flags(warm, 18).prepend()).noneMatch(flag -> flag.contains("reflect.no"));
    }

    @Test
    void prependedAndPlainArgumentsReplaceTheBenchmarksAsInJmh() {
        ForkFlags flags = flags(BENCHMARK, 17, "-jvmArgsPrepend", "-Dp=u", "-jvmArgs", "-Da=u");

        assertThat(flags.prepend()).contains("-Dp=u").doesNotContain("-Dp=b");
        assertThat(flags.arguments()).contains(List.of("-Da=u"));
    }

    @Test
    void withoutPlainArgumentsJmhTakesTheHosts() {
        assertThat(flags(BENCHMARK, 17).arguments()).contains(List.of("-Da=b"));
        assertThat(flags(Entries.entry(Map.of()), 17).arguments()).isEmpty();
        assertThat(flags(Entries.entry(Map.of()), 17).inheriting(NONE).arguments())
                .contains(NONE);
    }

    @Test
    void whatOnlyAReleaseNeedsIsTheSuitesOwnUnlessTheUserNamedIt() {
        String suite = BENCHMARK.toLine();
        String foreign = suite.replace("dev.callcost", "org.callcost");
        for (String needed : List.of(
                "-Dsun.reflect.noInflation=true",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow")) {
            assertThat(copy(suite, "-jvmArgsAppend", "-Dx=1").isOwn(needed)).isTrue();
            assertThat(copy(suite, "-jvmArgsAppend", "-Dx=1 " + needed).isOwn(needed))
                    .isFalse();
            assertThat(copy(foreign).isOwn(needed)).isFalse();
        }
        for (String line : List.of(suite, foreign)) {
            assertThat(List.of("-Djava.io.tmpdir=copies", "-Xmx1g"))
                    .filteredOn(copy(line)::isOwn)
                    .containsExactly("-Djava.io.tmpdir=copies");
        }
    }

    private static JarCopy copy(String line, String... arguments) {
        return new JarCopy(
                Path.of("original.jar"),
                Path.of("copy.jar"),
                "",
                BenchmarkList.fromString(line),
                Arguments.parse(arguments),
                jvm(25));
    }
}
