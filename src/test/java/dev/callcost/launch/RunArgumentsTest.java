package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.callcost.launch.RunArguments.PresetFile;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.ProfilerConfig;

class RunArgumentsTest {
    @TempDir
    Path directory;

    /** Words are split at blanks. Those in braces are a preset. */
    private RunArguments parse(String commandLine) throws IOException {
        List<String> words = new ArrayList<>();
        for (String part : commandLine.split("(?=\\{)|} ?")) {
            if (part.startsWith("{")) {
                words.add("@" + Files.writeString(directory.resolve("p" + words.size()), part.substring(1)));
            } else if (!part.isBlank()) {
                words.addAll(List.of(part.strip().split(" ")));
            }
        }
        return RunArguments.parse(words.toArray(String[]::new));
    }

    @Test
    void workIsNoProfilerOfMeasuredForks() throws IOException {
        RunArguments counts = parse("{-prof work -prof gc} Rmi");
        assertThat(counts.countsWork()).isTrue();
        assertThat(counts.forkTokens()).containsExactly("-prof", "gc");
        assertThat(counts.options().getProfilers()).hasSize(1);
        assertThat(parse("-prof gc").countsWork()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {-f 5 -wi 3 -v EXTRA} -f 1                        | f    | 1
            {-f 5 -wi 3 -v EXTRA} -f=1                        | wi   | 3
            -f 1 {-f 5}                                       | f    | 5
            -f 1 -f2                                          | f    | 2
            {--warm-up-cap 20s} --warm-up-cap=90s             | warm-up-cap | 90s
            {-p transport=NIO,EPOLL -p payload=0} -p transport=UDS | p | transport=UDS payload=0
            {-prof gc -prof stack} -prof stack:lines=3 -prof cl | prof | gc stack:lines=3 cl
            {-e Rmi} -e Pinning,Wire                          | e    | Rmi Pinning,Wire
            {-bm avgt,ss} -bm thrpt                           | bm   | thrpt
            {-jvmArgsAppend '-Xms1g -Xmx1g'} -jvmArgsAppend -Dd | jvmArgsAppend | -Xms1g -Xmx1g -Dd
            {Baseline InlineCall} {-prof gc}                  |      | Baseline InlineCall
            {Baseline InlineCall} Grpc {-prof gc} Rmi         |      | Grpc Rmi
            Grpc {Baseline InlineCall}                        |      | Grpc Baseline InlineCall
            {Baseline InlineCall} {Marshaller}                |      | Marshaller
            -- @nowhere                                       |      | @nowhere
            """)
    void eachOptionMergesByItsRuleAndARegexReplacesThoseOfPresets(String commandLine, String option, String values)
            throws IOException {
        RunArguments arguments = parse(commandLine);
        assertThat(option == null ? arguments.regexes() : arguments.values(option))
                .containsExactly(values.split(" "));
    }

    @Test
    void jmhReadsTheOptions() throws IOException {
        CommandLineOptions options = parse(
                        "{--warm-up-cap 20s} -f 2 -p n=1,2 -prof stack:lines=3 -e Rmi -e Wire,Pin -bm ss -o @file")
                .options();
        assertThat(options.getForkCount().get()).isEqualTo(2);
        assertThat(options.getParameter("n").get()).containsExactly("1", "2");
        assertThat(options.getProfilers())
                .extracting(ProfilerConfig::getKlass, ProfilerConfig::getOpts)
                .containsExactly(tuple("stack", "lines=3"));
        assertThat(options.getExcludes()).containsExactly("Rmi", "Wire", "Pin");
        assertThat(options.getBenchModes()).containsExactly(Mode.SingleShotTime);
        assertThat(options.getOutput().get()).isEqualTo("@file");
    }

    @Test
    void aParameterHasANameAndEachValueOnceAndJvmArgumentsSplitAsJmhSplitsThem() {
        assertThat(RunArguments.parse("-p", "n=1,2,1", "-p", "m=,").params())
                .isEqualTo(Map.of("n", List.of("1", "2"), "m", List.of("")));
        assertThat(RunArguments.parse("-jvmArgs", "-Da=\"b c\" -Dd").values("jvmArgs"))
                .containsExactly("-Da=b c", "-Dd");
        assertThat(RunArguments.parse("-jvmArgs", "-Da=b c", "-jvmArgs", "-Xss1m")
                        .values("jvmArgs"))
                .as("several of one group are not split")
                .containsExactly("-Da=b c", "-Xss1m");
    }

    @Test
    void forksGetTheirOptionsAndWhatTheyMeasuredWithHasParamsAndJvmArgumentsToo() throws IOException {
        RunArguments arguments =
                parse("{-i 160 -prof gc --warm-up-cap 20s -jvmArgsAppend '-Xbatch -Da=b'} -f 3 -wf 1 -foe true -o x"
                        + " -rff y -rf csv -e Rmi -p transport=NIO,EPOLL -jvmArgsAppend -Xint -jvmArgsPrepend -Dp=q x");
        assertThat(arguments.forkTokens()).containsExactly("-i", "160", "-prof", "gc");
        assertThat(String.join(" ", arguments.measuring()))
                .isEqualTo("-p transport=NIO,EPOLL -i 160 -prof gc -jvmArgsPrepend -Dp=q"
                        + " -jvmArgsAppend -Xbatch -Da=b -Xint");
        assertThat(arguments.warmUpCap()).isEqualTo(Duration.ofSeconds(20));
        assertThat(RunArguments.parse().warmUpCap()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-wi 3", "regexp", "-p n=1", "-lp", "--warm-up-cap 1s", "-jvmArgs -Xmx1g"})
    void tellsWhetherTheySayOnlyHowLongARunGoesOn(String other) throws IOException {
        assertThat(parse("-f5 --budget 1h --precision=3%").tellOnlyHowLong()).isTrue();
        assertThat(parse("-f 5 " + other).tellOnlyHowLong()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"--frks 1, frks", "-tu years, years", "-p transport, -p transport: expected name=value"})
    void unknownOptionsAndBadValuesAreUsageErrors(String words, String message) {
        assertThatThrownBy(() -> {
                    RunArguments arguments = RunArguments.parse(words.split(" "));
                    arguments.params();
                    arguments.options();
                })
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message);
    }

    private List<String> read(String text) throws IOException {
        return PresetFile.read(
                Files.writeString(directory.resolve("some.args"), text).toString());
    }

    /** {@code ^} is a line feed, and vertical lines separate words. */
    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            ~-f 5^\t-wi  3\r^-i 10\r~% -f|5|-wi|3|-i|10
            ~ ^ ~%
            ~# it's the "first" @one^-f 5 # five forks^-i#glued^10~% -f|5|-i|10
            "-Xms1g -Xmx1g" 'a # b' c"d e"f 'g'""     % -Xms1g -Xmx1g|a # b|cd ef|g
            "it's" 'say "x"' -p="a b"' c' \u20ac      % it's|say "x"|-p=a b c|\u20ac
            'a\\b"d' \\.unary$                         % a\\b"d|\\.unary$
            """)
    void wordsAreSeparatedByWhiteSpaceAndQuotesKeepIt(String text, String words) throws IOException {
        assertThat(String.join("|", read(text.replace('^', '\n')))).isEqualTo(words == null ? "" : words);
        assertThat(read("''")).containsExactly("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            -f 5^# it's fine here^-e "abc^next"      % .args: a quote " is not closed on its line
            '                                        % .args: a quote ' is not closed on its line
            -f 1 @inner                              % names another preset, @inner
            """)
    void aQuoteIsClosedAndAPresetNamesNoOther(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('^', '\n')))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message)
                .extracting("exitCode")
                .isEqualTo(64);
    }
}
