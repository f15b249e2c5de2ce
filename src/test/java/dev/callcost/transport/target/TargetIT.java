package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.load.RateRow;
import dev.callcost.text.Program.Ended;
import dev.callcost.transport.target.Stranger.Reflection;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that is not this suite's, measured by forks that have none of its code. */
class TargetIT {
    private static final String HELLO = "stranger.Greeter/SayHello";
    private static final String FILE_SECRET = "correct-horse-battery";
    private static final String VARIABLE_SECRET = "staple-fish-ladder";

    private static final String JAR = Path.of("benchmarks.jar").toAbsolutePath().toString();

    /** A fork need not write to all of its heap before it starts. */
    private static final String UNTOUCHED_HEAP = "-jvmArgsAppend -XX:-AlwaysPreTouch ";

    @TempDir
    Path directory;

    /** @param command words with a space between */
    private Ended run(String command, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of(more));
        Path none = Files.createDirectories(directory.resolve("none"));
        Map<String, String> environment = Map.of(TargetOptions.METADATA, "x-more: " + VARIABLE_SECRET);
        try (SpawnedMain main =
                SpawnedMain.start(List.of(), environment, none, directory, arguments.toArray(String[]::new))) {
            return main.ended();
        }
    }

    /** Measures a method of a server. */
    private Ended measure(Stranger server, String method, String more) throws Exception {
        return run("-p address=" + server.address() + " -p call=" + method
                + " -rff out.json -f 1 -wi 1 -w 10ms -i 2 -r 20ms " + UNTOUCHED_HEAP + more);
    }

    /** The command lines of all processes that this user may see. */
    private static String processList() {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            StringBuilder all = new StringBuilder();
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    all.append(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1))
                            .append('\n');
                } catch (IOException e) {
                    // it has ended
                }
            }
            return all.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All names and contents of files below the working directory. */
    private String files(Path except) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path file : tree.filter(Files::isRegularFile)
                    .filter(file -> !file.equals(except))
                    .toList()) {
                all.append(file).append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    @Test
    void itsRowNamesWhatRanAndNoSecretIsWrittenOrListed() throws Exception {
        Path secrets = Files.writeString(directory.resolve("secrets"), "authorization: " + FILE_SECRET);
        Files.writeString(directory.resolve("hello.json"), "{\"name\": \"x\"}");
        AtomicReference<String> listed = new AtomicReference<>();
        try (Stranger server = Stranger.start(name -> listed.compareAndSet(null, processList()))) {
            Ended ended = measure(server, HELLO, "-p request=hello.json -p metadata=secrets TargetBenchmark");

            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            Row row = ResultsFile.read(directory.resolve("out.json")).rows().get(0);
            assertThat(row.params())
                    .containsEntry("address", server.address())
                    .containsEntry("metadata", "secrets")
                    .containsEntry("tls", "");
            assertThat(ended.out())
                    .contains("TargetBenchmark.unary: address=" + server.address() + " call=" + HELLO
                            + " metadata=secrets request=hello.json\n");
            assertThat(files(secrets))
                    .contains("\"target\":\"" + HELLO + "\"", "\"remote\":\"" + server.address() + "\"")
                    .doesNotContain(FILE_SECRET, VARIABLE_SECRET);
            assertThat(ended.out() + ended.err()).doesNotContain(FILE_SECRET, VARIABLE_SECRET);
            assertThat(listed.get())
                    .contains("address=" + server.address(), "ForkedMain")
                    .doesNotContain(FILE_SECRET, VARIABLE_SECRET);
            assertThat(server.received.get(HELLO)).hasSizeGreaterThan(3).allSatisfy(TargetIT::assertHasSecrets);
        }
    }

    private static void assertHasSecrets(Metadata metadata) {
        assertThat(metadata.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo(FILE_SECRET);
        assertThat(metadata.get(Metadata.Key.of("x-more", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo(VARIABLE_SECRET);
    }

    @Test
    void aFirstCallThatFailsIsNamedAndNothingIsMeasured() throws Exception {
        try (Stranger server = Stranger.start(Reflection.V1)) {
            Ended ended = measure(server, "stranger.Greeter/Hello", "TargetBenchmark");

            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
            assertThat(ended.out() + ended.err())
                    .contains("no method stranger.Greeter/Hello; " + server.address() + " has the methods " + HELLO)
                    .doesNotContain("\tat dev.callcost");
            assertThat(server.received).doesNotContainKey(HELLO);
        }
    }

    @Test
    void callsAtARateThatFailAreCountedByTheirStatus() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Consumer<String> failing = name -> {
            if (calls.getAndIncrement() % 10 == 9) {
                throw Status.RESOURCE_EXHAUSTED.asRuntimeException();
            }
        };
        try (Stranger server = Stranger.start(failing)) {
            Ended ended = measure(server, HELLO, "-p rate=500 -r 200ms TargetRateBenchmark");

            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            RateRow row =
                    RateRow.in(ResultsFile.read(directory.resolve("out.json"))).get(0);
            assertThat(row.failed().keySet()).containsExactly("RESOURCE_EXHAUSTED");
            assertThat(row.failed().get("RESOURCE_EXHAUSTED")
                            + row.row().primary().samples().samples())
                    .isEqualTo(2 * 100);
            assertThat(row.isMet()).isFalse();
        }
    }

    /** The handlers sleep for so long that a busy machine adds little. A slower one would have forks that tell why. */
    @Test
    void aVersionThatTakesHalfAsLongIsFaster() throws Exception {
        try (Stranger base = Stranger.start(name -> sleep(40));
                Stranger head = Stranger.start(name -> sleep(20))) {
            Ended ended = run(
                    "compare -d out --base %s --head %s TargetBenchmark -p call=%s".formatted(JAR, JAR, HELLO)
                            + " -wi 3 -w 100ms -i 5 -r 100ms --budget 10min "
                            + UNTOUCHED_HEAP.strip(),
                    "--base-args",
                    "-p address=" + base.address(),
                    "--head-args",
                    "-p address=" + head.address());
            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).startsWith("OK: no row is slower. 1 faster.\n");
        }
    }

    private static void sleep(int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
