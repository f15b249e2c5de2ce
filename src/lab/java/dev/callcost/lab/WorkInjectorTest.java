package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlantedJar;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.text.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a jar that knows nothing of the suite to verdicts of {@code compare} on it and on a copy that does more work.
 */
class WorkInjectorTest {
    @TempDir
    Path directory;

    @Test
    void aPlainJarIsComparedWithACopyThatDoesMoreWork() throws Exception {
        Path planted = Files.createDirectory(directory.resolve("planted"));
        SpawnedMain.compilePlanted(planted);
        Path plain = PlantedJar.ofJmhAlone(directory.resolve("a.jar"), planted);
        Path more = directory.resolve("b.jar");
        WorkInjector.copy(plain, more, 1000);

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
}
