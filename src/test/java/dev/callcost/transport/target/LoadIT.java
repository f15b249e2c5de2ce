package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.cli.Invocation;
import dev.callcost.data.ResultsFile;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.load.RateRow;
import dev.callcost.text.Program.Ended;
import dev.callcost.transport.target.Stranger.Reflection;
import io.grpc.Metadata;
import io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code load} from end to end, in forks that are too short to be right. */
class LoadIT {
    private static final String METHOD = "stranger.Greeter/SayHello";
    private static final Metadata.Key<String> KEY = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static Stranger stranger;

    @TempDir
    private Path directory;

    @BeforeAll
    static void serve() throws IOException {
        stranger = Stranger.start(Reflection.V1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        stranger.close();
    }

    /** @param command words with a space between */
    private Ended load(String command, String... more) throws Exception {
        List<String> all = new ArrayList<>(List.of(("load " + command).split(" ")));
        all.addAll(List.of(more));
        all.addAll(List.of("--directory", "out", "-f", "1", "-wi", "1", "-w", "100ms"));
        all.addAll(List.of("-jvmArgsAppend", "-XX:-AlwaysPreTouch"));
        try (SpawnedMain main = SpawnedMain.start(directory, directory, all.toArray(String[]::new))) {
            return main.ended();
        }
    }

    private List<RateRow> rows() {
        return RateRow.in(ResultsFile.read(directory.resolve("out")));
    }

    @Test
    void aServiceIsCalledOnceAndThenMeasuredAtEachRateWithTheFloorAndFailsByItsLimit() throws Exception {
        stranger.received.clear();
        Ended run = load(
                stranger.address() + " " + METHOD + " --rate 200,400 --for 500ms --fail-if p50>1ns",
                "-d",
                "{\"name\": \"x\"}",
                "-H",
                "authorization: Bearer sesame");

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out())
                .startsWith(METHOD + " at " + stranger.address() + ", plaintext; reply of the first call: {")
                .contains("The benchmark command: 'CALLCOST_METADATA=authorization: ***' java -jar benchmarks.jar ")
                .contains("-p request=out/request.json", "-p rate=200,400 -i 1 -r 500ms TargetRateBenchmark ")
                .contains("The machine alone (same schedule, empty call): ")
                .containsPattern("\n200/s: (p50 is .* [mu]s, and the limit is 1.00 ns|the rate was not met)\n");
        assertThat(rows())
                .extracting(row -> row.row().simpleName() + " " + row.rate() + " "
                        + row.row().primary().samples().samples())
                .containsExactlyInAnyOrder(
                        "TargetRateBenchmark.unary 200.0 100.0",
                        "TargetRateBenchmark.unary 400.0 200.0",
                        "LocalRateBenchmark.call 200.0 100.0",
                        "LocalRateBenchmark.call 400.0 200.0");
        Collection<Metadata> received = stranger.received.get(METHOD);
        assertThat(received).hasSizeGreaterThan(300).allMatch(metadata -> "Bearer sesame".equals(metadata.get(KEY)));
        assertThat(Files.readString(directory.resolve("out/environment.json"))).contains("authorization: ***");
        assertThat(run.out() + run.err()).doesNotContain("sesame");
        try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSizeGreaterThan(4)
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("sesame"));
        }
    }

    @Test
    void aServiceThatDemandsACertificateIsMeasured() throws Exception {
        String pem = Path.of("src/test/resources/dev/callcost/transport/target")
                .toAbsolutePath()
                .toString();
        try (Stranger demanding = Stranger.start(
                Reflection.V1, name -> {}, server -> server.sslContext(TargetTest.tls(ClientAuth.REQUIRE)))) {
            Ended run =
                    load(demanding.address() + " " + METHOD + " --rate 200 --for 300ms --ca " + pem + "/ca.pem --cert "
                            + pem + "/client.pem --key " + pem + "/client.key --authority stranger.example");

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains(", TLSv1.3; reply of the first call: ");
            assertThat(demanding.received.get(METHOD)).hasSizeGreaterThan(10);
        }
    }

    @Test
    void aServiceThatCannotBeCalledEndsBeforeAnythingRuns() {
        assertRefused(64, "load: .*SayHello.*", "stranger.Greeter/SayHallo");
        assertRefused(65, ".*nowhere.json.*", METHOD, "-d", "@nowhere.json");
        assertRefused(1, "load: .*PERMISSION_DENIED.*", METHOD, "-d", "{\"name\": \"" + Stranger.REFUSED + "\"}");
        assertThat(directory.resolve("out/results.json")).doesNotExist();
    }

    private void assertRefused(int exitCode, String line, String... more) {
        Path out = directory.resolve("out");
        List<String> words = new ArrayList<>(List.of("load", "--directory", out.toString(), stranger.address()));
        words.addAll(List.of(more));
        Invocation refused = Invocation.of(words.toArray(String[]::new));
        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(exitCode);
        assertThat(refused.err()).matches(line + "\\R");
    }

    @Test
    void aSweepGoesFromTheCapacityToSharesOfIt() throws Exception {
        Ended run = load("--sweep --for 300ms -p transport=IN_PROCESS -p server=SAME_JVM");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .containsPattern("\nCapacity: [\\d,]+ calls a second with 100 in flight\\.\n")
                .contains(" GrpcRateBenchmark LocalRateBenchmark\n");
        assertThat(directory.resolve("out/capacity/results.json")).exists();
        List<RateRow> rows = rows();
        assertThat(rows).hasSize(2 * 8).noneMatch(RateRow::isMax);
        assertThat(rows.stream().filter(RateRow::isFloor)).hasSize(8);
    }
}
