package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Go client against the Java server; {@code go test} has its refusals and failures. Skipped where Go or its modules are not to be had. */
class GoEchoClientIT {
    private static final Path MODULE = Path.of("src/main/go/echo-client");

    /** What {@code go mod download} says when it is no fault of the module. */
    private static final Pattern OFFLINE = Pattern.compile("dial tcp|no such host|i/o timeout|TLS handshake timeout"
            + "|connection reset|proxyconnect|module lookup disabled by GOPROXY=off");

    private static final Pattern TOO_OLD = Pattern.compile(
            "go\\.mod requires go >= |invalid go version|toolchain not available|note: module requires Go");

    private static final Path CLIENT = Path.of("target", "go", "echo-client").toAbsolutePath();
    private static final Ended WELL = new Ended(0, "", "");

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        assumeUsable();
        // without -buildvcs=false it fails where git distrusts the owner of the working copy
        assertThat(program("go", "build", "-buildvcs=false", "-o", CLIENT.toString(), "."))
                .isEqualTo(WELL);
    }

    /** Skips the tests, with the reason, where Go is missing or too old, or where its modules cannot be had. */
    private static void assumeUsable() throws IOException, InterruptedException {
        Ended download;
        try {
            download = program("go", "mod", "download");
        } catch (IOException e) {
            skip("no go on the PATH");
            return;
        }
        if (TOO_OLD.matcher(download.err()).find()) {
            skip("go is too old: " + download.err());
        }
        if (OFFLINE.matcher(download.err()).find()) {
            skip("its modules cannot be downloaded: " + download.err());
        }
        assertThat(download).isEqualTo(WELL);
    }

    private static void skip(String why) {
        abort("the Go echo client is not tested: " + why.strip().replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Runs a program in the module's folder. */
    private static Ended program(String... command) throws IOException, InterruptedException {
        return Program.run(MODULE, List.of(command));
    }

    @Test
    void vetFindsNothing() throws Exception {
        assertThat(program("go", "vet", "./...")).isEqualTo(WELL);
    }

    @Test
    void isFormatted() throws Exception {
        Path root = Path.of(program("go", "env", "GOROOT").out().strip());
        String gofmt = root.resolve("bin").resolve("gofmt").toString();
        assertThat(program(gofmt, "-l", ".")).isEqualTo(WELL);
    }

    @Test
    void itsOwnTestsPass() throws Exception {
        Ended tests = program("go", "test", "-timeout", "120s", "./...");
        assertThat(tests.exitCode()).as(tests.toString()).isZero();
        assertThat(tests.out()).contains("ok  \tcallcost.dev/echo-client");
    }

    @Test
    void everyRequestOfEveryRoundIsOneCall() throws Exception {
        Path file = folder.resolve("go.json");
        try (CountingEchoServer server = new CountingEchoServer()) {
            assertThat(client(server.address(), file, "-server", "OWN_JVM_FRESH"))
                    .isEqualTo(WELL);
            assertThat(server.calls()).isEqualTo(3 * 200);
        }
        Row row = onlyRow(file);
        assertThat(row.params()).containsExactly(Map.entry("inFlight", "200"), Map.entry("server", "OWN_JVM_FRESH"));
        assertThat(row.primary().forks()).hasSize(1).first().asList().hasSize(3);
        assertThat(row.settings())
                .containsEntry("requests", "200")
                .containsEntry("measurementIterations", "3")
                .containsEntry(
                        "goVersion", program("go", "env", "GOVERSION").out().strip());
    }

    @Test
    void processesAreTheForksOfARow() throws Exception {
        Path first = folder.resolve("1.json");
        Path second = folder.resolve("2.json");
        Path merged = folder.resolve("merged.json");
        try (CountingEchoServer server = new CountingEchoServer()) {
            assertThat(client(server.address(), first, "-inflight", "7")).isEqualTo(WELL);
            assertThat(client(server.address(), second, "-inflight", "7")).isEqualTo(WELL);
            assertThat(server.calls()).isEqualTo(2 * 3 * 200);
        }
        assertThat(run("merge", "-o", merged.toString(), first.toString(), second.toString()))
                .isEqualTo(WELL);
        Row row = onlyRow(merged);
        assertThat(row.params()).containsExactly(Map.entry("inFlight", "7"));
        assertThat(row.primary().forks())
                .containsExactly(
                        onlyRow(first).primary().forks().get(0),
                        onlyRow(second).primary().forks().get(0));
    }

    /** Three rounds of 200 requests. */
    private static Ended client(String address, Path file, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "-address", address, "-requests", "200", "-rounds", "3", "-pause", "1ms", "-o", file.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private static Ended run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(CLIENT.toString()));
        command.addAll(List.of(arguments));
        return Program.run(MODULE, command);
    }

    private static Row onlyRow(Path file) {
        List<Row> rows = ResultsFile.read(file).rows();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }
}
