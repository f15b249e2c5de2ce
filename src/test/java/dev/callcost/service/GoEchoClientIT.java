package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Serving;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Go client against the Java server; {@code go test} has its refusals and failures. Skipped where Go or its modules
 * are not to be had.
 */
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
    void itsOwnTestsPass() throws Exception {
        assertThat(program("go", "vet", "./...")).isEqualTo(WELL);
        Ended tests = program("go", "test", "-timeout", "120s", "./...");
        assertThat(tests.exitCode()).as(tests.toString()).isZero();
        assertThat(tests.out()).contains("ok  \tcallcost.dev/echo-client");
    }

    @Test
    void itCallsTheSuitesServerAndItsResultsAreRead() throws Exception {
        Path file = folder.resolve("go.json");
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).withServer(CallExecutor.FIXED);
        try (Serving server = new Serving(cell, InetAddress.getLoopbackAddress(), 0)) {
            String command = "-address %s -requests 200 -rounds 3 -pause 1ms -server OWN_JVM_FRESH -o %s";
            List<String> words = new ArrayList<>(List.of(CLIENT.toString()));
            words.addAll(List.of(command.formatted(server.address(), file).split(" ")));
            assertThat(Program.run(MODULE, words)).isEqualTo(WELL);
        }
        List<Row> rows = ResultsFile.read(file).rows();
        assertThat(rows).hasSize(1);
        Row row = rows.get(0);
        assertThat(row.params()).containsExactly(Map.entry("inFlight", "200"), Map.entry("server", "OWN_JVM_FRESH"));
        assertThat(row.primary().forks()).hasSize(1).first().asList().hasSize(3);
        assertThat(row.settings())
                .containsEntry("requests", "200")
                .containsEntry("measurementIterations", "3")
                .containsEntry(
                        "goVersion", program("go", "env", "GOVERSION").out().strip());
    }
}
