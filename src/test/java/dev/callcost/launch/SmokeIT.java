package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.LogLines;
import dev.callcost.text.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The preset smoke: rows in forks of their own, all of them silent. One message and one number of calls in flight stand
 * for their other values, which load no other library.
 */
@EnabledOnOs(OS.LINUX)
class SmokeIT {
    private static final Path PRESET = Path.of("jmh-profiles/smoke.args").toAbsolutePath();

    @TempDir
    Path directory;

    @Test
    void everyRowRunsInSilence() throws Exception {
        String executor = "{\"executor\":\"VIRTUAL\"}";
        String virtual = "{\"handOff\":\"VIRTUAL\",\"pinning\":\"ONE_CPU\"}";
        check(
                Runtime.version().feature(),
                Runtime.version().feature() < 21 ? List.of(executor, executor, virtual) : List.of(),
                "-p inFlight=1 -p connections=1");
    }

    /** One value of what only makes an experiment longer. */
    @Test
    void everyExperimentRuns() throws Exception {
        check(
                Runtime.version().feature(),
                List.of(),
                "-p delayMicros=1 -p clients=10 -p idleMillis=0 -p inFlight=10 -p rate=200"
                        + " experiment (Grpc|Local|Rmi)RateBenchmark");
    }

    /**
     * The rows whose libraries have a word with the JDK; those that only call Java are left to this one. What is
     * decoded is encoded before.
     */
    @Test
    void everyRowWithALibraryRunsInSilenceOnAnotherJdk() throws Exception {
        Path jdks = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> siblings = Files.list(jdks)) {
            Optional<Path> other = siblings.filter(
                            jdk -> jdk.getFileName().toString().contains("25"))
                    .map(jdk -> jdk.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst();
            assumeTrue(other.isPresent(), "no JDK 25 beside this one");
            String java = other.get().toString();
            check(25, List.of(), "-jvm " + java + " GrpcTransport|ServerExecutor|RmiBenchmark|Marshaller.*decode");
        }
    }

    private void check(int release, List<String> skips, String arguments) throws Exception {
        String[] line = ("@" + PRESET + " -p message=CALL -rff out.json " + arguments).split(" ");
        try (SpawnedMain main = SpawnedMain.start(directory, directory, line)) {
            Program.Ended run = main.ended();
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).doesNotContain("[fork]", "FAILED");
        }
        Path log = directory.resolve("out.log.jsonl");
        JsonObject environment = LogLines.read(log, "run").get(0);
        List<String> skipped = LogLines.read(log, "skipped").stream()
                .map(it -> it.getAsJsonObject("row").getAsJsonObject("params").toString())
                .toList();
        assertThat(environment.get("forkJvms").toString()).contains(" VM " + release);
        assertThat(skipped).containsExactlyInAnyOrderElementsOf(skips);
        assertThat(JsonParser.parseString(Files.readString(directory.resolve("out.json")))
                        .getAsJsonArray())
                .hasSize(environment.getAsJsonArray("rows").size() - skipped.size());
    }
}
