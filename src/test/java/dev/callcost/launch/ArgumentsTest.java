package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.ProfilerConfig;

class ArgumentsTest {
    @TempDir
    Path directory;

    private String preset(String name, String text) throws IOException {
        return "@" + Files.writeString(directory.resolve(name), text);
    }

    private static int forks(String... commandLine) {
        return Arguments.parse(commandLine).options().getForkCount().get();
    }

    private static void isRefused(ThrowingCallable parsing, String message) {
        assertThatThrownBy(parsing).isInstanceOf(CommandException.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-wi 3", "regexp", "-p n=1", "-lp", "--warm-up-cap 1s", "-jvmArgs -Xmx1g"})
    void tellsWhetherTheySayOnlyHowLongARunGoesOn(String other) {
        assertThat(Arguments.parse("-f5", "--budget", "1h", "--precision=3%").tellOnlyHowLong())
                .isTrue();
        assertThat(Arguments.parse(("-f 5 " + other).split(" ")).tellOnlyHowLong())
                .isFalse();
    }

    @Test
    void theLastOfASingleOptionWins() throws IOException {
        String preset = preset("p", "-f 5 -wi 3 -v EXTRA");

        assertThat(forks(preset, "-f", "1")).isEqualTo(1);
        assertThat(forks("-f", "1", preset)).isEqualTo(5);
        assertThat(forks("-f", "1", "-f2")).isEqualTo(2);
        assertThat(Arguments.parse(preset, "-f=1")
                        .options()
                        .getWarmupIterations()
                        .get())
                .isEqualTo(3);
    }

    @Test
    void anOptionOfOursCanStandInAPresetAndIsNotJmhs() throws IOException {
        String preset = preset("p", "--warm-up-cap 20s -f 5");

        assertThat(Arguments.parse(preset).warmUpCap()).isEqualTo(Duration.ofSeconds(20));
        assertThat(Arguments.parse(preset, "--warm-up-cap=90s").warmUpCap()).isEqualTo(Duration.ofSeconds(90));
        assertThat(Arguments.parse().warmUpCap()).isEqualTo(Duration.ofMinutes(1));
        assertThat(forks(preset)).isEqualTo(5);
        assertThat(Arguments.parse(preset).forkTokens()).isEmpty();
    }

    @Test
    void parametersMergeByName() throws IOException {
        Arguments arguments = Arguments.parse(
                preset("p", "-p transport=NIO,EPOLL -p payload=0"), "-p", "transport=IN_PROCESS", "-p", "n=1,2,1");

        assertThat(arguments.params())
                .isEqualTo(Map.of("transport", List.of("IN_PROCESS"), "payload", List.of("0"), "n", List.of("1", "2")));
        assertThat(arguments.options().getParameter("transport").get()).containsExactly("IN_PROCESS");
        assertThat(Arguments.parse("-p", "n=,").params()).isEqualTo(Map.of("n", List.of("")));
        isRefused(() -> Arguments.parse("-p", "transport").params(), "-p transport: expected name=value");
    }

    @Test
    void whatForksMeasuredWithIsParamsOptionsAndJvmArguments() throws IOException {
        String preset = preset("p", "-i 160 -prof gc -jvmArgsAppend '-Xbatch -Da=b'");
        String typed = " -p transport=NIO,EPOLL -f 3 -jvmArgsAppend -Xint -jvmArgsPrepend -Dp=q x";

        assertThat(String.join(" ", Arguments.parse((preset + typed).split(" ")).measuring()))
                .isEqualTo("-p transport=NIO,EPOLL -i 160 -prof gc -jvmArgsPrepend -Dp=q"
                        + " -jvmArgsAppend -Xbatch -Da=b -Xint");
        assertThat(Arguments.parse("-f", "3", "x").measuring()).isEmpty();
    }

    @Test
    void profilersAndExcludesAddUp() throws IOException {
        String preset = preset("p", "-prof gc -prof stack -e Rmi");

        Arguments arguments = Arguments.parse(preset, "-prof", "stack:lines=3", "-prof", "cl", "-e", "Pinning,Wire");

        assertThat(arguments.options().getProfilers())
                .extracting(ProfilerConfig::getKlass, ProfilerConfig::getOpts)
                .containsExactly(tuple("gc", ""), tuple("stack", "lines=3"), tuple("cl", ""));
        assertThat(arguments.options().getExcludes()).containsExactly("Rmi", "Pinning", "Wire");
    }

    @Test
    void modesAreThoseOfTheLastWhoNamesAny() throws IOException {
        String preset = preset("p", "-bm avgt,ss");

        assertThat(Arguments.parse(preset).options().getBenchModes())
                .containsExactlyInAnyOrder(Mode.AverageTime, Mode.SingleShotTime);
        assertThat(Arguments.parse(preset, "-bm", "thrpt").options().getBenchModes())
                .containsExactly(Mode.Throughput);
    }

    @Test
    void aRegexAfterAPresetReplacesThePresets() throws IOException {
        String ladder = preset("ladder", "Baseline InlineCall");
        String gc = preset("gc", "-prof gc");

        assertThat(Arguments.parse(ladder).regexes()).containsExactly("Baseline", "InlineCall");
        assertThat(Arguments.parse(ladder, gc).regexes()).containsExactly("Baseline", "InlineCall");
        assertThat(Arguments.parse(ladder, "Grpc", gc, "Rmi").regexes()).containsExactly("Grpc", "Rmi");
        assertThat(Arguments.parse("Grpc", ladder).regexes()).containsExactly("Grpc", "Baseline", "InlineCall");
        assertThat(Arguments.parse(ladder, preset("other", "Marshaller")).regexes())
                .containsExactly("Marshaller");
    }

    @Test
    void jvmArgumentsAddUpAndSplitAsJmhSplitsThem() throws IOException {
        String preset = preset("p", "-jvmArgsAppend '-Xms1g -Xmx1g'");

        Arguments arguments = Arguments.parse(preset, "-jvmArgsAppend", "-Da=\"b c\" -Dd", "-jvmArgs", "-Xss1m");

        assertThat(arguments.values("jvmArgsAppend")).containsExactly("-Xms1g", "-Xmx1g", "-Da=b c", "-Dd");
        assertThat(arguments.values("jvmArgs")).containsExactly("-Xss1m");
        assertThat(arguments.values("jvmArgsPrepend")).isEmpty();
        assertThat(Arguments.parse("-jvmArgs", "-Da=b c", "-jvmArgs", "-Xss1m").values("jvmArgs"))
                .as("several of one group are not split")
                .containsExactly("-Da=b c", "-Xss1m");
    }

    @Test
    void anAtSignInAValueOrAfterTwoDashesIsNoPreset() {
        assertThat(Arguments.parse("-o", "@file").options().getOutput().get()).isEqualTo("@file");
        assertThat(Arguments.parse("--", "@nowhere").regexes()).containsExactly("@nowhere");
    }

    @Test
    void forksAreNotToldWhatIsTheHostsBusiness() {
        Arguments arguments = Arguments.parse(
                "-f 3 -wf 1 -foe true -o x -rff y -rf csv -e Rmi -p a=b -wi 4 -gc true Grpc".split(" "));

        assertThat(arguments.forkTokens()).containsExactly("-wi", "4", "-gc", "true");
    }

    @Test
    void unknownOptionsAndBadValuesAreUsageErrors() {
        isRefused(() -> Arguments.parse("--frks", "1"), "frks");
        isRefused(() -> Arguments.parse("-tu", "years").options(), "years");
    }
}
