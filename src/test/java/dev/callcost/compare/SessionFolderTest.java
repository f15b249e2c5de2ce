package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionFolderTest {
    @TempDir
    Path directory;

    @Test
    void isMade() {
        assertThat(new SessionFolder(directory.resolve("new/er")).path()).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairs.jsonl", "pairs.jsonl.gz"})
    void holdsOneSession(String file) throws IOException {
        Files.createFile(directory.resolve(file));
        assertThatThrownBy(() -> new SessionFolder(directory))
                .isInstanceOf(CommandException.class)
                .hasMessage(directory + " already holds a " + file + ": -d names another folder");
    }
}
