package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.callcost.text.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The programs of the Go module, run to their end. */
final class GoTool {
    private static final Path MODULE = Path.of("src/main/go/echo-client");

    /** What {@code go mod download} says when it is no fault of the module. */
    private static final Pattern OFFLINE = Pattern.compile("dial tcp|no such host|i/o timeout|TLS handshake timeout"
            + "|connection reset|proxyconnect|module lookup disabled by GOPROXY=off");

    private static final Pattern TOO_OLD = Pattern.compile(
            "go\\.mod requires go >= |invalid go version|toolchain not available|note: module requires Go");

    private GoTool() {}

    /** Skips the tests, with the reason, where Go is missing or too old, or where its modules cannot be had. */
    static void assumeUsable() throws IOException, InterruptedException {
        Program.Ended download;
        try {
            download = run(List.of("go", "mod", "download"));
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
        assertThat(download).isEqualTo(new Program.Ended(0, "", ""));
    }

    private static void skip(String why) {
        abort("the Go echo client is not tested: " + why.strip().replaceAll("\\s*\\R\\s*", "; "));
    }

    /** Runs a program in the module's folder. */
    static Program.Ended run(List<String> command) throws IOException, InterruptedException {
        return Program.run(MODULE, command);
    }
}
