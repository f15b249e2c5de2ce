package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.host.Versions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine.ParseResult;

/** Which command a command line is for, what JMH gets of it, help, version and what a slip is answered with. */
class RootCommandTest {
    private static Invocation type(String line) {
        return Invocation.of(line.split(" "));
    }

    private static void isRefused(Invocation refused, String line) {
        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(64);
        assertThat(refused.err()).isEqualTo(line + System.lineSeparator());
        assertThat(refused.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h", "--help", "help", "Grpc -f 5 --help"})
    void helpOfTheWholeHasVerbsExamplesOptionsAndExitCodes(String line) {
        Invocation help = type(line);
        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .startsWith("Measures what a Java call costs")
                .contains("Usage: java -jar benchmarks.jar [@FILE...] [options] [JMH options] [REGEX...]")
                .contains("@jmh-profiles/quick.args", "--resume=RESULTS", "--warm-up-cap=TIME", "--version")
                .doesNotContain("-jvmArgsAppend")
                .containsPattern("\\R  bill +Where does")
                .containsPattern("\\R  check +Which rows")
                .containsPattern("\\R  compare +Which rows")
                .containsPattern("\\R  doctor +What")
                .containsPattern("\\R  export +One line")
                .containsPattern("\\R  report +What results say")
                .containsPattern("\\R  serve +Only the server");
        assertThat(exitCodes(help)).containsExactly("0", "1", "2", "3", "64", "65");
    }

    @ParameterizedTest
    @CsvSource({
        "bill, 0 1 64 65",
        "check, 0 1 2 3 64 65",
        "compare, 0 1 2 3 64 65",
        "completion, 0 64",
        "doctor, 0 3 64 65",
        "export, 0 64 65",
        "report, 0 64 65",
        "serve, 1 64 130 143"
    })
    void helpOfAVerbHasItsExitCodes(String verb, String exitCodes) {
        Invocation help = type(verb + " --help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("Usage: java -jar benchmarks.jar " + verb)
                .containsPattern("\\RExamples:\\R  [^-]")
                .doesNotContain("-jvmArgsAppend ");
        assertThat(exitCodes(help)).containsExactly(exitCodes.split(" "));
        assertThat(type(verb + " -h")).isEqualTo(help);
        assertThat(type("help " + verb)).isEqualTo(help);
    }

    private static List<String> exitCodes(Invocation help) {
        return help.out()
                .lines()
                .dropWhile(line -> !line.equals("Exit codes:"))
                .skip(1)
                .takeWhile(line -> !line.isEmpty())
                .filter(line -> line.matches("  \\d.*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "version", "-version", "-V", "check --version", "-f 1 Grpc --version"})
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
        ParseResult run = RootCommand.commandLine().parseArgs(words);
        assertThat(run.unmatched()).containsExactly(words);
        assertThat(run.commandSpec().mixins().get("jmh").userObject())
                .asInstanceOf(InstanceOfAssertFactories.type(JmhArguments.class))
                .extracting(JmhArguments::words)
                .isEqualTo(List.of(words));
    }

    @Test
    void helpOfJmhHasEachOptionOfJmh() throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream jmhs = new ByteArrayOutputStream();
        System.setOut(new PrintStream(jmhs, true, StandardCharsets.UTF_8));
        try {
            new CommandLineOptions().showHelp();
        } finally {
            System.setOut(out);
        }
        assertThat(options(type("--help-jmh").out()))
                .contains("-prof", "-lp")
                .containsExactlyInAnyOrderElementsOf(options(jmhs.toString(StandardCharsets.UTF_8)).stream()
                        .filter(option -> !option.equals("-h"))
                        .toList());
    }

    private static List<String> options(String help) {
        return help.lines()
                .filter(line -> line.startsWith("  -"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--help-jmh", "bill", "check", "compare", "completion", "doctor", "export", "report", "serve"
            })
    void helpFitsATerminal(String verb) {
        String line = verb.startsWith("--") ? verb : (verb + " --help").strip();
        assertThat(type(line).out().lines()).allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void aVerbIsOneAsTheFirstWordOnly() {
        Invocation list = type("-l -rff check RmiBenchmark.call -e compare");
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out()).contains("dev.callcost.benchmark.loopback.rmi.RmiBenchmark.call");
    }

    @ParameterizedTest
    @CsvSource({"chekc a b, check", "Compare --base a, compare", "docter, doctor", "exprot x, export", "serv, serve"})
    void aVerbMisspeltRunsNothing(String line, String verb) {
        isRefused(
                type(line),
                line.split(" ")[0] + " is no verb and matches no benchmark; did you mean " + verb
                        + "? (--help tells more)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Server", "echo", "experiment", "Local"})
    void aRegexpIsNoVerbMisspelt(String regexp) {
        Invocation list = type(regexp + " GrpcBenchmark -l");
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out()).contains("GrpcBenchmark");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bse x | Unknown option: '--bse' (--help tells more)",
                "--warm-up-cp 3s | Unknown option: '--warm-up-cp'; did you mean --warm-up-cap? (--help tells more)",
                "bill --warm-up-cp 3s | bill: Unknown option: '--warm-up-cp'; did you mean --warm-up-cap? (bill --help tells more)",
                "compare --bse x | compare: Unknown option: '--bse'; did you mean --base? (compare --help tells more)",
                "completion fish | completion: Invalid value for positional parameter at index 0 (SHELL): expected one of [bash, zsh] (case-insensitive) but was 'fish' (completion --help tells more)",
                "--resmue x | Unknown option: '--resmue'; did you mean --resume? (--help tells more)",
                "--resume | Missing required parameter for option '--resume' (RESULTS) (--help tells more)",
                "-f | Option f requires an argument (-h lists the options)",
                "-f 1 Marshaler | no benchmark matches Marshaler; did you mean Marshaller? (-l lists them)",
                "GrpcBenchmrk -l | no benchmark matches GrpcBenchmrk; did you mean GrpcBenchmark? (-l lists them)",
                "RmiPinning -p pinning=ONECPU -lp | -p pinning=ONECPU: no benchmark has this value; there are FREE, ONE_CPU, TWO_CPUS",
                "RmiBenchmark Grcp.nothing -f 1 | no benchmark matches Grcp.nothing (-l lists them)",
                "check a b --only [ | check: Invalid value for option '--only': not a regular expression: [ (Unclosed character class) (check --help tells more)",
                "completion --name a;b | completion: a name of letters, digits, - and _, not a;b",
                "@nowhere.args | cannot read the preset @nowhere.args: no such file",
                "help chekc | Unknown subcommand 'chekc'. (--help tells more)",
                "compare --marjin 3% | compare: Unknown option: '--marjin'; did you mean --margin? (compare --help tells more)",
                "doctor --durtion | doctor: Unknown option: '--durtion'; did you mean --duration? (doctor --help tells more)",
                "export a b | export: Unmatched argument at index 2: 'b' (export --help tells more)"
            })
    void aSlipIsAnsweredInOneLine(String line, String answer) {
        isRefused(type(line), answer);
    }

    @Test
    void resumingWhatIsNotThereIsABadFile() {
        Invocation refused = type("--resume nowhere.json");
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.err()).contains("nowhere.json").hasLineCount(1);
    }

    /** Bash itself reads the script, and is asked for what begins like a verb, and for the options of one. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void bashCompletesVerbsAndTheirOptions(@TempDir Path directory) throws Exception {
        Invocation script = type("completion");
        assertThat(script.exitCode()).isZero();
        Path file = Files.writeString(directory.resolve("completion"), script.out());
        String asking =
                "source '" + file + "'; complete -p callcost >/dev/null; complete_word() { COMP_WORDS=(\"$@\"); "
                        + "COMP_CWORD=$(($# - 1)); COMPREPLY=(); _complete_callcost; echo \"${COMPREPLY[@]}\"; }; "
                        + "complete_word callcost comp; complete_word callcost check --str; "
                        + "complete_word() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); "
                        + "_complete_callcost_or_preset; echo \"${COMPREPLY[@]}\"; }; "
                        + "complete_word callcost @ jmh-profiles/qu; complete_word callcost @jmh-profiles/qu; complete_word callcost comp";
        Process bash = new ProcessBuilder("bash", "-c", asking)
                .redirectError(ProcessBuilder.Redirect.DISCARD) // that it completes outside of a completion
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("compare completion\n--strict\n@jmh-profiles/quick.args\n@jmh-profiles/quick.args\n"
                        + "compare completion\n");
        assertThat(bash.waitFor()).isZero();
    }
}
