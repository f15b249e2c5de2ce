package dev.callcost.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SafeFileTest {
    @TempDir
    Path directory;

    @Test
    void replacesTheContentUnlessTheWriterFails() throws IOException {
        Path file = Files.writeString(directory.resolve("out.json"), "old and longer than the new content");
        SafeFile.write(file, out -> out.print("new \u20ac"));
        assertThat(file).content().isEqualTo("new \u20ac");
        assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));

        assertThatThrownBy(() -> SafeFile.write(file, out -> {
                    out.print("half of the n");
                    throw new IllegalStateException("planted");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(file).content().isEqualTo("new \u20ac");
        assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));
    }

    /** The device stands for a full disk. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whyTextIsNotWrittenIsKept() throws IOException {
        Path full = Path.of("/dev/full");
        try (Output output = new Output(Files.newOutputStream(full));
                PrintStream out = output.printer(true)) {
            assertThat(output.failure()).isEmpty();
            out.println("lost");
            assertThat(output.failure())
                    .hasValueSatisfying(cause -> assertThat(cause).hasMessageContaining("No space left on device"));
        }
        assertThatThrownBy(() -> SafeFile.append(full, "lost"))
                .isInstanceOf(CommandException.class)
                .hasMessage("cannot write /dev/full: No space left on device");
    }

    @Test
    void checksBeforeTheRun() {
        assertThatCode(() -> SafeFile.check(directory.resolve("new.json"))).doesNotThrowAnyException();
        assertThatCode(() -> SafeFile.check(Path.of("new.json"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> SafeFile.check(directory.resolve("no").resolve("new.json")))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("there is no directory")
                .extracting("exitCode")
                .isEqualTo(65);
        assertThatThrownBy(() -> SafeFile.check(directory)).isInstanceOf(CommandException.class);
    }
}
