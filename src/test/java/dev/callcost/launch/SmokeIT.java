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
 * The preset smoke: each benchmark method in a fork of its own, and each value that loads another library, all of them
 * silent.
 */
@EnabledOnOs(OS.LINUX)
class SmokeIT {
    private static final Path PRESET = Path.of("jmh-profiles/smoke.args").toAbsolutePath();

    /** Enough for a call. */
    private static final String MOMENT = "-w 10ms -r 10ms ";

    @TempDir
    Path directory;

    /** What loads another library or asks for other threads, with each of its values. */
    @Test
    void everyLibraryRunsInSilence() throws Exception {
        String executor = "{\"executor\":\"VIRTUAL\"}";
        check(
                Runtime.version().feature(),
                Runtime.version().feature() < 21 ? List.of(executor) : List.of(),
                MOMENT + "(GrpcTransport|GrpcSecurity|ServerExecutor|GrpcStub|GrpcPinning|Rmi)Benchmark"
                        + " Marshaller.*decode");
    }

    /** The other methods: what their further values do is the same code in EveryBenchmarkIT. */
    @Test
    void everyMethodRunsInSilence() throws Exception {
        check(
                Runtime.version().feature(),
                List.of(),
                MOMENT + "-p inFlight=1 -p connections=1 -p receiverTypes=4 -p wireFormat=GSON -p executor=FIXED"
                        + " -p payload=1024 -p transport=EPOLL -p pinning=FREE -p handOff=EXECUTOR -p path=NETTY_HTTP2"
                        + " inline[.] LocalCall Marshaller.*encode part[.] RmiPinning"
                        + " Grpc(|ClientExecutor|Direct|Payload|InFlight)Benchmark");
    }

    /** One value of what only makes an experiment longer. */
    @Test
    void everyExperimentRuns() throws Exception {
        check(
                Runtime.version().feature(),
                List.of(),
                "-p delayMicros=1 -p clients=10 -p idleMillis=0 -p pauseMillis=1 -p inFlight=10 -p rate=200"
                        + " -p wireFormat=COPYING_WIRE experiment (Grpc|Local|Rmi)RateBenchmark");
    }

    /**
     * The rows whose libraries have a word with the JDK; those that only call Java are left to this one. What is
     * decoded is encoded before.
     */
    @Test
    void everyLibraryRunsInSilenceOnAnotherJdk() throws Exception {
        Path jdks = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> siblings = Files.list(jdks)) {
            Optional<Path> other = siblings.filter(
                            jdk -> jdk.getFileName().toString().contains("25"))
                    .map(jdk -> jdk.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst();
            assumeTrue(other.isPresent(), "no JDK 25 beside this one");
            check(
                    25,
                    List.of(),
                    MOMENT + "-p executor=VIRTUAL -jvm " + other.get()
                            + " GrpcTransport|ServerExecutor|RmiBenchmark|Marshaller.*decode");
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
