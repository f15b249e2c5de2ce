package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
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
                "compare",
                "--base",
                plain.toString(),
                "--head",
                more.toString(),
                "-d",
                "out",
                "-jvmArgsPrepend",
                "-Dcallcost.record=" + directory.resolve("foreign.record"),
                "--margin",
                "10%",
                "--budget",
                "2min",
                "-wi",
                "12",
                "-w",
                "30ms",
                "-i",
                "10",
                "-r",
                "30ms",
                "-p",
                "number=1",
                "Planted.*plain")) {
            ended = main.ended();
        }

        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out()).containsPattern("slower\n  PlantedBenchmark\\.plain ");
    }

    @Test
    void aForkReportsWhatItDid() throws Exception {
        Path planted = Files.createDirectory(directory.resolve("planted"));
        SpawnedMain.compilePlanted(planted);
        Path more = directory.resolve("b.jar");
        WorkInjector.copy(PlantedJar.ofSuite(directory.resolve("a.jar"), planted), more, 0.8);
        Path report = directory.resolve("report");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dcallcost.record=" + directory.resolve("record"),
                        "-cp",
                        more.toString(),
                        "org.openjdk.jmh.Main",
                        "-f",
                        "1",
                        "-wi",
                        "8",
                        "-w",
                        "30ms",
                        "-i",
                        "8",
                        "-r",
                        "30ms",
                        "-p",
                        "number=1",
                        "Planted.*plain")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("jmh.txt").toFile());
        builder.environment().put(ExtraWork.REPORT_VARIABLE, report.toString());
        assertThat(builder.start().waitFor()).isZero();
        assertThat(report).as(Files.readString(directory.resolve("jmh.txt"))).exists();

        JsonObject done = JsonParser.parseString(Files.readString(report)).getAsJsonObject();
        assertThat(done.get("share").getAsDouble())
                .as("what it comes to is a matter of time: WorkShareTest has the arithmetic")
                .isPositive();
        assertThat(done.get("others").getAsDouble()).isNotNegative();
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
