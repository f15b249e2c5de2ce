package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkFlagsTest {
    private static final List<String> FIXED = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");

    private final HostPlace place = new HostPlace(Path.of("folder"), 0);

    private ForkFlags flags(
            int release, List<String> prepend, List<String> middle, List<String> append, String... user) {
        return ForkFlags.of(
                Entries.row(Entries.entry(Map.of(), prepend, middle, append), Map.of(), 0),
                Arguments.parse(user),
                new ForkJvm("java", release, release + ".0.1", "vendor", "vm"),
                place);
    }

    @Test
    void theBenchmarksAreKeptAndTheUsersComeLast() {
        ForkFlags flags = flags(17, List.of(), List.of(), FIXED, "-jvmArgsAppend", "-Dx=1 -Xss2m");

        assertThat(flags.append()).containsExactly("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Dx=1", "-Xss2m");
    }

    @Test
    void aJvmIsGivenWhatItNeedsBeforeEverythingElse() {
        assertThat(flags(17, List.of("-Db=1"), List.of(), List.of()).prepend())
                .containsSubsequence(
                        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                        "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors(),
                        "-Db=1")
                .noneMatch(flag -> flag.startsWith("--sun-misc") || flag.startsWith("--enable-native"));
        assertThat(flags(23, List.of(), List.of(), List.of()).prepend())
                .noneMatch(flag -> flag.startsWith("--sun-misc"));
        assertThat(flags(24, List.of(), List.of(), List.of()).prepend())
                .contains("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void reflectionIsCompiledAtOnceWhereAForkIsToGetWarmAndTheJvmWouldWait() {
        PlannedRow cold = Entries.row(Entries.entry(Map.of(), List.of(), List.of(), List.of()), Map.of(), 0);
        PlannedRow warm = cold.with(new ForkWarmUp(Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ZERO));

        assertThat(prepend(warm, 17)).contains("-Dsun.reflect.noInflation=true");
        assertThat(prepend(cold, 17)).noneMatch(flag -> flag.contains("reflect.no"));
        assertThat(prepend(warm, 18)).noneMatch(flag -> flag.contains("reflect.no"));
    }

    @Test
    void whatAReleaseNeedsIsToldFromWhatTheUserNamed() {
        for (String needed : List.of("-Dsun.reflect.noInflation=true", "--enable-native-access=ALL-UNNAMED")) {
            assertThat(ForkFlags.isForRelease(needed, Arguments.parse("-jvmArgsAppend", "-Dx=1")))
                    .isTrue();
            assertThat(ForkFlags.isForRelease(needed, Arguments.parse("-jvmArgsAppend", "-Dx=1 " + needed)))
                    .isFalse();
        }
        assertThat(ForkFlags.isForRelease("-Xmx1g", Arguments.parse())).isFalse();
    }

    private List<String> prepend(PlannedRow row, int release) {
        return ForkFlags.of(
                        row, Arguments.parse(), new ForkJvm("java", release, release + ".0.1", "vendor", "vm"), place)
                .prepend();
    }

    @Test
    void theRecordIsNamedToTheFork() {
        assertThat(flags(17, List.of(), List.of(), List.of()).prepend())
                .filteredOn(HostPlace::isJvmArgument)
                .hasSize(1);
    }

    @Test
    void prependedAndPlainArgumentsReplaceTheBenchmarksAsInJmh() {
        ForkFlags flags = flags(
                17, List.of("-Dp=b"), List.of("-Da=b"), List.of(), "-jvmArgsPrepend", "-Dp=u", "-jvmArgs", "-Da=u");

        assertThat(flags.prepend()).contains("-Dp=u").doesNotContain("-Dp=b");
        assertThat(flags.arguments().get()).containsExactly("-Da=u");
    }

    @Test
    void withoutPlainArgumentsJmhTakesTheHosts() {
        assertThat(flags(17, List.of(), List.of(), FIXED).arguments().isPresent())
                .isFalse();
        assertThat(flags(17, List.of(), List.of("-Da=b"), FIXED).arguments().get())
                .containsExactly("-Da=b");
    }

    @Test
    void aCollectorOfTheUsersReplacesTheBenchmarks() {
        assertThat(flags(17, List.of(), List.of(), FIXED, "-jvmArgsAppend", "-XX:+UseG1GC")
                        .append())
                .containsExactly("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
        assertThat(flags(17, List.of(), List.of(), FIXED, "-jvmArgs", "-XX:+UseZGC")
                        .append())
                .containsExactly("-Xms512m", "-Xmx512m");
    }

    @Test
    void aHeapOfTheUsersReplacesTheBenchmarks() {
        assertThat(flags(17, List.of(), List.of(), FIXED, "-jvmArgsAppend", "-Xmx64m")
                        .append())
                .containsExactly("-XX:+UseSerialGC", "-Xmx64m");
    }
}
