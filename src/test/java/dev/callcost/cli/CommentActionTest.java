package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of the action comment, with a program in place of {@code gh} that keeps what it is called with. */
@EnabledOnOs(OS.LINUX)
class CommentActionTest {
    private static final Path SCRIPT =
            Path.of(".github/actions/comment/comment.sh").toAbsolutePath();

    /** Answers by the last parts of the address. */
    private static final String GH = """
            #!/bin/sh
            echo "$*" >> "$FAKE/calls"
            case "$*" in $REFUSED) echo "gh: $REASON" >&2; exit 1 ;; esac
            case "$*" in
              *"/pulls "*) cat "$FAKE/number" ;;
              *"/runs/77/artifacts "*) cat "$FAKE/artifact" ;;
              *"/artifacts/5/zip") cat "$FAKE/artifact.zip" ;;
              *"--paginate "*"/issues/12/comments "*) cat "$FAKE/comment" ;;
              *body=@*) for word; do case $word in body=@*) cp "${word#body=@}" "$FAKE/body.md" ;; esac; done ;;
            esac
            """;

    @TempDir
    Path fake;

    @BeforeEach
    void answers() throws IOException {
        Path gh = Files.writeString(fake.resolve("gh"), GH);
        assertThat(gh.toFile().setExecutable(true)).isTrue();
        Files.writeString(fake.resolve("number"), "12\n");
        Files.writeString(fake.resolve("artifact"), "5\n");
        Files.writeString(fake.resolve("comment"), "");
        zip("**OK: no row is slower.** é\n");
    }

    private void zip(String table) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(fake.resolve("artifact.zip")))) {
            zip.putNextEntry(new ZipEntry("../number"));
            zip.write("666".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("table.md"));
            zip.write(table.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Ended comment() throws Exception {
        Ended ended = comment("nothing", "");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended;
    }

    /** @param refused a pattern of the calls that fail */
    private Ended comment(String refused, String reason) throws Exception {
        return Program.run(
                fake,
                List.of(
                        "env",
                        "PATH=" + fake + ":" + System.getenv("PATH"),
                        "FAKE=" + fake,
                        "REFUSED=" + refused,
                        "REASON=" + reason,
                        "GITHUB_STEP_SUMMARY=" + fake.resolve("summary.md"),
                        "REPOSITORY=o/r",
                        "RUN=77",
                        "SHA=abc123",
                        "HEAD=someone:their-branch",
                        "ARTIFACT=pairs-comment",
                        "sh",
                        SCRIPT.toString()));
    }

    private String calls() throws IOException {
        return Files.readString(fake.resolve("calls"));
    }

    private String body() throws IOException {
        return Files.readString(fake.resolve("body.md"));
    }

    @Test
    void theTableBecomesANewComment() throws Exception {
        comment();
        assertThat(calls()).contains("head=someone:their-branch", "--method POST repos/o/r/issues/12/comments");
        assertThat(body()).isEqualTo("""
                <!-- callcost compare -->
                Measured at abc123 by the code of this pull request:

                **OK: no row is slower.** é
                """);
    }

    @Test
    void anEarlierCommentIsReplaced() throws Exception {
        Files.writeString(fake.resolve("comment"), "9001\n9002\n");
        comment();
        assertThat(calls())
                .contains("--method PATCH repos/o/r/issues/comments/9001")
                .doesNotContain("--method POST");
    }

    @Test
    void withoutAnOpenPullRequestOrATableThereIsNoComment() throws Exception {
        Files.writeString(fake.resolve("number"), "");
        assertThat(comment().out()).contains("No open pull request has the commit abc123");
        Files.writeString(fake.resolve("number"), "12\n");
        Files.writeString(fake.resolve("artifact"), "");
        assertThat(comment().out()).contains("The run 77 has no table.");
        assertThat(fake.resolve("body.md")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/pulls*", "*/artifacts*", "*/zip", "*--paginate*", "*POST*"})
    void aPermissionThatTheTokenLacksIsALineOfTheSummary(String refused) throws Exception {
        String reason = "Resource not accessible by integration (HTTP 403)";
        Ended ended = comment(refused, reason);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.err()).isEqualTo("gh: " + reason + "\n");
        assertThat(fake.resolve("summary.md"))
                .content()
                .startsWith("callcost posted no comment: the token lacks a permission")
                .isEqualTo(ended.out());
    }

    @Test
    void anotherErrorIsAFailure() throws Exception {
        Ended ended = comment("*POST*", "Server Error (HTTP 502)");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("HTTP 502");
        assertThat(fake.resolve("summary.md")).doesNotExist();
    }

    /** The pull request's code wrote the artifact. */
    @Test
    void theArtifactNotifiesNobodyAndIsShort() throws Exception {
        zip("@everyone <!-- callcost compare --> ![x](http://x/y.png) <IMG src=x>\u001b[31m\u0000\r\n"
                + "| row |\n".repeat(20_000));
        comment();
        assertThat(body())
                .contains("&#64;everyone &lt;!-- callcost compare --> &#33;[x](http://x/y.png) &lt;img src=x>[31m\n")
                .hasSizeLessThan(65_000);
        assertThat(fake.resolve("number"))
                .as("no file but the table is unpacked")
                .hasContent("12");
    }
}
