package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.host.Versions;
import dev.callcost.launch.RunOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Which command a command line is for, what JMH gets of it, help, version and what a slip is answered with. */
class RootCommandTest {
    private static Invocation type(String line) {
        return Invocation.of(line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h", "--help", "Grpc -f 5 --help"})
    void helpOfTheWholeHasVerbsExamplesOptionsAndExitCodes(String line) {
        Invocation help = type(line);
        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .startsWith("Measures what a Java call costs")
                .contains("Usage: java -jar benchmarks.jar [@FILE...] [options] [JMH options] [REGEX...]")
                .contains("@jmh-profiles/quick.args", "--resume=RESULTS", "--warm-up-cap=TIME", "--wide")
                .containsSubsequence("Verbs", "\n  bill ", "\n  serve ", "Examples:", "Options:", "Exit codes:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check FILE FILE", "history FILE", "history STORE --append FILE", "report FILE"})
    void everyVerbRefusesAFileThatHoldsARowTwice(String line, @TempDir Path folder) throws IOException {
        String once = Fixtures.text("seeds/least.json").strip();
        Path file = folder.resolve("joined.json");
        Files.writeString(file, once.replaceFirst("]$", ",\n") + once.substring(1));
        Invocation refused = type(line.replace("FILE", file.toString()).replace("STORE", folder + "/kept"));
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .startsWith(file + ": holds the row ")
                .contains(" twice, as row 1 (line 1) and as row ", "; the results of two runs are two files")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0 1 2 3 64 65 70",
        "bill, 0 1 3 64 65 70",
        "check, 0 1 2 3 64 65 70",
        "compare, 0 1 2 3 64 65 70",
        "doctor, 0 3 64 70",
        "history, 0 1 64 65 70",
        "init, 0 64 65 70",
        "load, 0 1 3 64 65 70",
        "report, 0 1 3 64 65 70",
        "serve, 1 64 70 130 143"
    })
    void helpHasExamplesAndExitCodesAndFits80Columns(String verb, String exitCodes) {
        Invocation help = type((verb + " -h").strip());
        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).doesNotContain("-jvmArgsAppend ");
        String[] parts = help(verb, 80).split("\\R(?=Examples:|Options|Exit codes:)");
        assertThat(String.join("\n", parts).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(parts[1].lines().skip(1)).isNotEmpty().allMatch(line -> line.isEmpty() || line.startsWith("  "));
        assertThat(Pattern.compile("(?m)^  (\\d+)")
                        .matcher(parts[parts.length - 1])
                        .results()
                        .map(code -> code.group(1)))
                .containsExactly(exitCodes.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bill", "check", "compare", "doctor", "history", "init", "load", "report", "serve"})
    void noLineOfHelpBreaksAWord(String verb) {
        assertThat(wordsOfHelp(verb, 80)).containsExactlyElementsOf(wordsOfHelp(verb, 4000));
    }

    private static List<String> wordsOfHelp(String verb, int width) {
        return List.of(help(verb, width).strip().split("\\s+"));
    }

    private static String help(String verb, int width) {
        CommandLine root = RootCommand.commandLine("").setUsageHelpWidth(width);
        return (verb.isEmpty() ? root : root.getSubcommands().get(verb)).getUsageMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "check --version", "-f 1 Grpc --version"})
    void versionIsThePomsWithCommitAndJvm(String line) {
        Invocation version = type(line);
        assertThat(version.exitCode()).isZero();
        assertThat(version.out().lines())
                .containsExactly(
                        "callcost " + Versions.suite(),
                        "commit " + Versions.commit(),
                        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    @Test
    void jmhGetsItsWordsAsTheyAre() {
        String[] words =
                ("-f|5|-f5|-f=5|-jvmArgsAppend|-Da=b -Dc|-jvmArgsAppend|--enable-preview|-prof|gc:x=y|-p|a=b|-o|file"
                                + "|-d|-opi|3|--f|4|-v=EXTRA|@preset|a.*b$|--|-regexp|")
                        .split("\\|", -1);
        assertThat(Invocation.words(RootCommand.commandLine("").parseArgs(words)))
                .containsExactly(words);
        String mixed = "-f 5 --warm-up-cap 2s @preset --warm-up-cap=3s --wide --budget 1h x";
        assertThat(Invocation.words(RootCommand.commandLine("").parseArgs(mixed.split(" "))))
                .containsExactly("-f 5 --warm-up-cap 2s @preset --warm-up-cap 3s --budget 1h x".split(" "));
    }

    @Test
    void allOptionsOfJmhAreKnown() {
        assertThat(options(type("--help-jmh").out()))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of("-h"),
                                RunOption.ALL.stream()
                                        .filter(option -> !option.isOwn())
                                        .map(option -> "-" + option.name()))
                        .toList());
    }

    private static List<String> options(String help) {
        return help.lines()
                .filter(line -> line.matches(" {2,6}-.*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-l Rmi | Benchmarks: ",
                "-lp GrpcTransport -p transport=UDS | param \"transport\" = {UDS}",
                "-lprof | gc: ",
                "-lprof | work: ",
                "-lrf | json"
            })
    void jmhsListsAreAsJmhPrintsThem(String line, String text) {
        Invocation list = type(line);
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out()).contains(text);
    }

    @Test
    void aVerbIsOneAsTheFirstWordOnly() {
        Invocation list = type("-l -rff check RmiBenchmark.call -e compare");
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out()).contains("dev.callcost.benchmark.loopback.rmi.RmiBenchmark.call");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chec[ a b | not a regular expression: chec[ (Unclosed character class)",
                "chekc a b | no verb and no benchmark is named chekc; did you mean check? (--help lists verbs, -l lists benchmarks)",
                "laod --rate 1k | no verb and no benchmark is named laod; did you mean load? (--help lists verbs, -l lists benchmarks)",
                "Compar --base a | no verb and no benchmark is named Compar; did you mean compare? (--help lists verbs, -l lists benchmarks)",
                "nothing | no benchmark matches nothing (-l lists them, --help lists verbs)",
                "--resume | Missing required parameter for option '--resume' (RESULTS) (--help tells more)",
                "-f | -f requires an argument (-h lists the options)",
                "--budget | --budget requires an argument (-h lists the options)",
                "RmiPinning -p pinning=ONECPU -lp | -p pinning=ONECPU: expected ONE_CPU, TWO_CPUS, FREE",
                "RmiBenchmark Grcp.nothing -f 1 | no benchmark matches Grcp.nothing (-l lists them, --help lists verbs)",
                "history a b --only [ | history: Invalid value for option '--only': not a regular expression: [ (Unclosed character class) (history --help tells more)",
                "@nowhere.args | cannot read the preset @nowhere.args: no such file",
                "-unknown | unknown option -unknown (--help tells more)",
                "-jvmArgAppend x | unknown option -jvmArgAppend; did you mean -jvmArgsAppend? (--help tells more)",
                "--precison 3% | unknown option --precison; did you mean --precision? (--help tells more)",
                "compare --base a.jar --budgt=8min | compare: unknown option --budgt; did you mean --budget? (compare --help tells more)",
                "history --olny a b | history: unknown option --olny; did you mean --only? (history --help tells more)",
                "[ | not a regular expression: [ (Unclosed character class)",
                "-f many | Cannot parse argument 'many' of option f (-h lists the options)",
                "-p payload=7k Grpc | -p payload=7k: expected a number",
                "-prof nothing Rmi | -prof nothing: java.lang.ClassNotFoundException: nothing",
                "-wm BULK Rmi | -wm other than INDI is for JMH's own main alone: java -cp benchmarks.jar org.openjdk.jmh.Main ...",
                "Rmi --precision 300% | --precision: '300%' is no share between 0% and 100%, such as 3% or 0.03",
                "Rmi --warm-up-cap 0s | --warm-up-cap: '0s' is no duration such as 20s, 5min or 1h",
                "compare --base a.jar --margin lots | compare: Invalid value for option '--margin': 'lots' is no share between 0% and 100%, such as 3% or 0.03 (compare --help tells more)",
                "compare --base a.jar --budget soon | compare: Invalid value for option '--budget': 'soon' is no duration such as 20s, 5min or 1h (compare --help tells more)",
                "load --rate 1.5 | load: --rate '1.5' is no whole number of calls a second, such as 100, 2.5k, 1M or max",
                "load --fail-if p95>5ms | load: Invalid value for option '--fail-if' (LIMIT): 'p95>5ms' is no limit such as p99>5ms, with p50, p90, p99, p99.9 or cpu, and ns, us, ms or s (load --help tells more)",
                "load --for soon | load: Invalid value for option '--for': 'soon' is no duration such as 20s, 5min or 1h (load --help tells more)",
                "load --sweep --fail-if p99>5ms | load: --fail-if is for the rates of --rate; a sweep ends where a rate is not met",
                "load --sweep --rate 1k | load: --sweep finds the rates; leave out --rate",
                "load -l | load: -l, -lp, -lprof and -lrf measure nothing; use them without a verb",
                "load -rff x.json | load: -rff and -rf are not taken; --directory names the folder",
                "load -d {} | load: -d, -H and the other options of your own service need its address and method, such as 127.0.0.1:50051 helloworld.Greeter/SayHello",
                "load 127.0.0.1:1 | load: expected an address and a method, such as 127.0.0.1:50051 helloworld.Greeter/SayHello, not 127.0.0.1:1",
                "load 127.0.0.1:1 a.B/c --cert x | load: --cert and --key belong together",
                "load 127.0.0.1:1 a.B/c --insecure --ca x | load: --insecure does not check the server's certificate, and --ca does",
                "load 127.0.0.1:1 a.B/c -H @a -H @b | load: -H @FILE is given 2 times; put all metadata in one file",
                "load HandOffBenchmark | load: HandOffBenchmark.call handOff=PARK pinning=ONE_CPU has no rate; GrpcRateBenchmark and LocalRateBenchmark have one",
                "doctor a | doctor: Unmatched argument at index 1: 'a' (doctor --help tells more)",
                "serve --port 65536 | serve: --port is 0 to 65535, was 65536",
                "serve --transport IN_PROCESS | serve: --transport IN_PROCESS is for callers in this JVM alone",
                "serve --transport UDS --address 127.0.0.1 | serve: --transport UDS has no address",
                "serve --address a:b | serve: --address a:b: the host is unknown",
                "serve --address= | serve: --address : the host is unknown",
                "serve --transport UDS --port 50051 | serve: --transport UDS has no port"
            })
    void aSlipIsAnsweredInOneLine(String line, String answer) {
        Invocation refused = type(line);
        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(64);
        assertThat(refused.err()).isEqualTo(answer + System.lineSeparator());
        assertThat(refused.out()).isEmpty();
    }
}
