package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Where the two parts of {@code --format github} go. */
class GithubOutputTest {
    private static final String COMMANDS = "::notice title=t::m\n";
    private static final String MARKDOWN = "**answer**\n";

    @TempDir
    Path directory;

    private static String printed(String summary, String... options) {
        return Invocation.printed(() ->
                CommandLine.populateCommand(new OutputOptions(), options).writeToGithub(COMMANDS, MARKDOWN, summary));
    }

    @Test
    void theMarkdownFollowsTheCommandsUnlessASummaryOrAFileTakesIt() throws IOException {
        assertThat(printed(null)).isEqualTo(COMMANDS + "\n" + MARKDOWN).isEqualTo(printed(""));
        Path summary = Files.writeString(directory.resolve("summary.md"), "first\n");
        assertThat(printed(summary.toString())).isEqualTo(COMMANDS);
        assertThat(summary).hasContent("first\n" + MARKDOWN);
        Path file = directory.resolve("table.md");
        assertThat(printed(null, "-o", file.toString())).isEqualTo(COMMANDS);
        assertThat(file).hasContent(MARKDOWN);
    }
}
