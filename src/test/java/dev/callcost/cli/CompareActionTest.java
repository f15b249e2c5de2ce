package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

/** The shards of the action compare: its script, with a program in place of {@code java} that keeps its arguments. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CompareActionTest {
    private static final Path SCRIPT =
            Path.of(".github/actions/compare/compare.sh").toAbsolutePath();

    @TempDir
    Path fake;

    @BeforeEach
    void java() throws IOException {
        Path java = Files.writeString(fake.resolve("java"), """
                #!/bin/sh
                echo "$*" > "$FAKE/call"
                exit "$CODE"
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        for (String jar : List.of("callcost.jar", "old.jar", "new.jar")) {
            Files.createFile(fake.resolve(jar));
        }
    }

    private Ended run(int code, String... inputs) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "PATH=" + fake + ":" + System.getenv("PATH"),
                "FAKE=" + fake,
                "CODE=" + code,
                "CALLCOST=callcost.jar",
                "GITHUB_OUTPUT=" + fake.resolve("outputs"),
                "OUT=out"));
        command.addAll(List.of(inputs));
        command.addAll(List.of("sh", SCRIPT.toString()));
        return Program.run(fake, command);
    }

    /** The command line, of which no option is left to JMH. */
    private String call() throws IOException {
        String call = Files.readString(fake.resolve("call")).strip().replace(fake.toRealPath() + "/", "");
        String[] words = call.replaceFirst("-jar callcost.jar ", "").split(" ");
        ParseResult parsed = RootCommand.commandLine("").parseArgs(words).subcommand();
        if (parsed.commandSpec().name().equals("compare")) {
            assertThat(Invocation.words(parsed)).noneMatch(word -> word.startsWith("-"));
        }
        return call;
    }

    private void measured(String... folders) throws IOException {
        for (String folder : folders) {
            Files.createDirectories(fake.resolve("out").resolve(folder));
        }
    }

    /** A part that is slower by its own rows does not end the others: the job that judges fails. */
    @ParameterizedTest
    @CsvSource({"0,ok,0", "1,regression,0", "2,not-shown,0", "3,not-measured,0", "65,error,65"})
    void aShardIsMeasuredAndFailsByAnErrorAlone(int code, String outcome, int exitCode) throws Exception {
        Ended ended =
                run(code, "SHARDS=2/4", "BASE_JAR=old.jar", "HEAD_JAR=new.jar", "MARGIN=5%", "BENCHMARKS=Json Xml");
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(exitCode);
        assertThat(call())
                .isEqualTo("-jar callcost.jar compare --base old.jar --head new.jar --margin 5%"
                        + " -d out/pairs --shard 2/4 Json Xml");
        assertThat(fake.resolve("outputs")).content().startsWith("part=shard-2-\noutcome=" + outcome + "\n");
    }

    @ParameterizedTest
    @CsvSource({"0,ok", "1,regression", "2,not-shown", "3,not-measured", "65,error"})
    void withoutShardsTheOutcomeIsTheComparisons(int code, String outcome) throws Exception {
        Ended ended =
                run(code, "BASE_JAR=old.jar", "HEAD_JAR=new.jar", "BUDGET=20min", "ARGS=@ci.args", "BENCHMARKS=Json");
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(code);
        assertThat(call())
                .isEqualTo("-jar callcost.jar compare --base old.jar --head new.jar --budget 20min"
                        + " -d out/pairs --format github -o out/table.md @ci.args Json");
        assertThat(fake.resolve("outputs")).content().startsWith("outcome=" + outcome + "\n");
    }

    /** Two attempts measured the first; the tenth is no first. */
    @ParameterizedTest
    @CsvSource({"0,ok", "1,regression"})
    void allShardsAreJudgedTogether(int code, String outcome) throws Exception {
        measured("pairs-shard-1-1", "pairs-shard-1-2", "pairs-shard-2-1", "pairs-shard-10-1");
        Ended ended = run(code, "SHARDS=2", "MARGIN=5%", "ARGS=--fail-at 10%");
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(code);
        assertThat(call())
                .isEqualTo("-jar callcost.jar check --paired --margin 5% --format github -o out/table.md --fail-at 10%"
                        + " out/pairs-shard-1-1 out/pairs-shard-1-2 out/pairs-shard-2-1");
        assertThat(fake.resolve("outputs")).content().startsWith("outcome=" + outcome + "\n");
    }

    @Test
    void aShardThatIsMissingIsNamed() throws Exception {
        measured("pairs-shard-1-1", "pairs-shard-3-1");
        assertRefused("out has no folder of shard 2/3", "SHARDS=3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "two", "/4", "-1", "2 4"})
    void whatIsNoShardIsNamed(String text) throws Exception {
        assertRefused("such as 2/4, or how many alone, not '" + text + "'", "SHARDS=" + text);
    }

    private void assertRefused(String message, String input) throws Exception {
        Ended ended = run(0, input);
        assertThat(ended.exitCode()).isEqualTo(64);
        assertThat(ended.err()).startsWith("compare.sh: ").contains(message);
        assertThat(fake.resolve("call")).doesNotExist();
        assertThat(fake.resolve("outputs")).content().startsWith("outcome=error\n");
    }
}
