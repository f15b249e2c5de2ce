package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.PlantedJar;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a jar that knows nothing of the suite to verdicts of {@code compare} on it and on a copy that does more work. */
class WorkInjectorTest {
    @TempDir
    Path directory;

    @Test
    void aPlainJarIsComparedWithACopyThatDoesMoreWork() throws Exception {
        Path planted = Files.createDirectory(directory.resolve("planted"));
        SpawnedMain.compilePlanted(planted);
        Path plain = PlantedJar.ofJmhAlone(directory.resolve("a.jar"), planted);
        Path more = directory.resolve("b.jar");
        WorkInjector.copy(plain, more, 0.8);

        Ended ended;
        try (SpawnedMain main = SpawnedMain.start(
                planted,
                directory,
                ("compare --base %s --head %s -d out -jvmArgsPrepend -Dcallcost.record=%s --margin 10%% --budget 2min"
                                + " -wi 12 -w 30ms -i 10 -r 30ms -p number=1 Planted.*plain")
                        .formatted(plain, more, directory.resolve("foreign.record"))
                        .split(" "))) {
            ended = main.ended();
        }

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out()).containsPattern("slower\n  PlantedBenchmark\\.plain ");
    }

    @Test
    void aJarWithoutLoopsIsRefused() throws IOException {
        Path empty = directory.resolve("empty.jar");
        new ZipOutputStream(Files.newOutputStream(empty)).close();
        assertThatThrownBy(() -> WorkInjector.copy(empty, directory.resolve("copy.jar"), 0.03))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no loop");
    }
}
