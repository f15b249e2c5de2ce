package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

/** The action compare: its script, with a program in place of {@code java} that keeps its arguments. */
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
                printf '%s\\n' "$@" > "$FAKE/call"
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

    /** The words that java was called with, of which no option is left to JMH; a word with blanks is in brackets. */
    private String call() throws IOException {
        List<String> words = Files.readString(fake.resolve("call"))
                .replace(fake.toRealPath() + "/", "")
                .lines()
                .toList();
        ParseResult parsed = RootCommand.commandLine("")
                .parseArgs(words.subList(2, words.size()).toArray(String[]::new))
                .subcommand();
        if (parsed.commandSpec().name().equals("compare") && Invocation.knows("compare", "--base-ref")) {
            assertThat(Invocation.words(parsed)).noneMatch(word -> word.startsWith("--"));
        }
        return words.stream()
                .map(word -> word.contains(" ") ? "[" + word + "]" : word)
                .collect(Collectors.joining(" "));
    }

    /** The script ends with the exit code of java. */
    private void assertCalls(String call, int code, String... inputs) throws Exception {
        Ended ended = run(code, inputs);
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(code);
        assertThat(call()).isEqualTo("-jar callcost.jar " + call);
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
                .isEqualTo("-jar callcost.jar compare --shard 2/4 --base old.jar --head new.jar --margin 5%"
                        + " -d out/pairs Json Xml");
        assertThat(fake.resolve("outputs")).content().startsWith("part=shard-2-\noutcome=" + outcome + "\n");
    }

    @ParameterizedTest
    @CsvSource({"0,ok", "1,regression", "2,not-shown", "3,not-measured", "65,error"})
    void withoutShardsTheOutcomeIsTheComparisons(int code, String outcome) throws Exception {
        assertCalls(
                "compare --format github -o out/table.md --base old.jar --head new.jar --budget 20min -d out/pairs"
                        + " @ci.args Json",
                code,
                "BASE_JAR=old.jar",
                "HEAD_JAR=new.jar",
                "BUDGET=20min",
                "ARGS=@ci.args",
                "BENCHMARKS=Json");
        assertThat(fake.resolve("outputs")).content().startsWith("outcome=" + outcome + "\n");
    }

    /** Globs and commands reach the program as they are: the fake's folder has files that *.jar matches. */
    @Test
    void twoCommitsAreTheProgramsToBuild() throws Exception {
        assertCalls(
                "compare --base-ref origin/main --build [./gradlew -q 'jmhJar'] --project [sub project]"
                        + " --format github -o out/table.md --jar *.jar --jar [**/build/my libs/*-jmh.jar]"
                        + " --jvm [/opt/my jdk/bin/java] -d out/pairs --all-rows -p size=10 Json.* Xml",
                0,
                "TARGET=origin/main",
                "BUILD=./gradlew -q 'jmhJar'",
                "JAR=*.jar\n**/build/my libs/*-jmh.jar\n",
                "PROJECT=sub project",
                "JVM=/opt/my jdk/bin/java",
                "ARGS=--all-rows -p size=10",
                "BENCHMARKS=Json.* Xml");
    }

    @Test
    void withoutInputsTheProgramFindsTheBuild() throws Exception {
        assertCalls("compare --base-ref v1.2.0 --format github -o out/table.md -d out/pairs", 0, "TARGET=v1.2.0");
    }

    @Test
    void aSideMayHaveSeveralJars() throws Exception {
        assertThat(run(0, "BASE_JAR=a.jar\nb.jar", "HEAD_JAR=c.jar\nd.jar", "TARGET=origin/main")
                        .exitCode())
                .isZero();
        assertThat(Files.readString(fake.resolve("call")).replace("\n", " "))
                .contains(" --base a.jar --base b.jar --head c.jar --head d.jar ")
                .doesNotContain("--base-ref");
    }

    @Test
    void aProgramThatIsNotThereIsNoRegression() throws Exception {
        assertRefused("CALLCOST names no jar: 'no.jar'", "CALLCOST=no.jar");
    }

    @Test
    void withoutTargetAndJarsNothingIsCompared() throws Exception {
        assertRefused("no target and no jars: name the branch to compare with", "BUILD=make");
    }

    /** Two attempts measured the first; the tenth is no first. */
    @ParameterizedTest
    @CsvSource({"0,ok", "1,regression"})
    void allShardsAreJudgedTogether(int code, String outcome) throws Exception {
        measured("pairs-shard-1-1", "pairs-shard-1-2", "pairs-shard-2-1", "pairs-shard-10-1");
        assertCalls(
                "check --paired --margin 5% --format github -o out/table.md --fail-at 10% out/pairs-shard-1-1"
                        + " out/pairs-shard-1-2 out/pairs-shard-2-1",
                code, "SHARDS=2", "MARGIN=5%", "ARGS=--fail-at 10%");
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
