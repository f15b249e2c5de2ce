package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhLockTest {
    private static final String ADVICE = ": when no other JMH run measures, start java with -Djava.io.tmpdir=DIR for a"
            + " lock of your own, or with -Djmh.ignoreLock=true for none";

    @TempDir
    private Path folder;

    private static CommandException refused(Path path) {
        return catchThrowableOfType(
                CommandException.class, () -> JmhLock.take(path, false).close());
    }

    @Test
    void oneRunAtATimeHasIt() {
        Path path = folder.resolve("jmh.lock");
        try (JmhLock first = JmhLock.take(path, false)) {
            CommandException second = refused(path);
            assertThat(second).hasMessageStartingWith("another JMH run holds " + path + ": ");
            assertThat(second.exitCode()).isEqualTo(1);
        }
        try (JmhLock third = JmhLock.take(path, false)) {
            assertThat(third.file()).isPresent();
        }
    }

    /** A folder stands for another user's file: nobody can open it for writing, root neither. */
    @Test
    void aFileThatCannotBeOpenedIsNamedWithItsOwner() throws IOException {
        Path path = Files.createDirectory(folder.resolve("jmh.lock"));
        CommandException refused = refused(path);
        assertThat(refused)
                .hasMessage("JMH's lock " + path + " belongs to "
                        + Files.getOwner(path).getName() + " and cannot be opened (Is a directory)" + ADVICE);
        assertThat(refused.exitCode()).isEqualTo(65);
    }

    @Test
    void aTemporaryFolderThatIsMissingIsNamed() {
        Path path = folder.resolve("none/jmh.lock");
        assertThat(refused(path)).hasMessage("JMH's lock " + path + " cannot be opened (no such folder)" + ADVICE);
    }

    @Test
    void aLockThatIsIgnoredIsNotTouched() throws IOException {
        Path path = folder.resolve("jmh.lock");
        try (JmhLock lock = JmhLock.take(path, true)) {
            assertThat(lock.file()).isEmpty();
            assertThat(path).doesNotExist();
            try (JmhLock taken = JmhLock.take(path, false)) {
                JmhLock.take(path, true).close();
            }
        }
        Files.delete(path);
        Files.createDirectory(path);
        JmhLock.take(path, true).close();
    }
}
