package dev.callcost.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderIT {
    private static final String PREFIX = "callcost-test-";

    @TempDir
    Path directory;

    /** Makes a folder with a file, and lives until its standard input ends. */
    public static final class Owner {
        public static void main(String[] words) throws IOException {
            Path folder = create(Path.of(words[0])).path();
            Files.createDirectories(folder.resolve("sub"));
            Files.writeString(folder.resolve("sub/copy.jar"), "jar");
            System.out.println(folder);
            System.in.read();
        }
    }

    private static TemporaryFolder create(Path within) {
        return TemporaryFolder.create(within, PREFIX, TemporaryFolder::delete);
    }

    @Test
    void theFolderOfAKilledProcessIsRemovedAtTheNextStartAndThatOfALiveOneStays() throws Exception {
        Process killed = start();
        Process live = start();
        try {
            Path left = folder(killed);
            Path used = folder(live);
            assertThat(left).as("at the start of the other one").isNotEmptyDirectory();
            killed.destroyForcibly().waitFor();
            create(directory).close();
            assertThat(left).doesNotExist();
            assertThat(used.resolve("sub/copy.jar")).exists();
        } finally {
            killed.destroyForcibly();
            live.destroyForcibly().waitFor();
        }
    }

    @Test
    void foldersOfThisProcessAndThoseWithoutAnOwnerStay() throws Exception {
        Path other = Files.createDirectory(directory.resolve(PREFIX + "1"));
        Path link = Files.createSymbolicLink(
                directory.resolve(PREFIX + "2"), Files.createDirectory(directory.resolve("elsewhere")));
        Files.createFile(link.resolve(".owner"));
        try (TemporaryFolder first = create(directory);
                TemporaryFolder second = create(directory)) {
            assertThat(first.path()).exists();
            assertThat(second.path()).exists();
            Process process = start();
            folder(process);
            process.getOutputStream().close();
            assertThat(process.waitFor()).isZero();
            assertThat(first.path()).exists();
        }
        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all.filter(it -> Files.exists(it.resolve("sub"))))
                    .as("a process that ended without close leaves its folder")
                    .hasSize(1);
        }
        create(directory).close();
        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).containsExactlyInAnyOrder(other, link, directory.resolve("elsewhere"));
        }
        assertThat(link.resolve(".owner")).exists();
    }

    private Process start() throws IOException {
        return new ProcessBuilder(List.of(
                        Program.JAVA,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName(),
                        directory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Path folder(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return Path.of(out.readLine());
    }
}
