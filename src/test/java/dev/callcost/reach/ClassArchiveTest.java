package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlantedJar;
import dev.callcost.reach.Scout.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    @TempDir
    Path folder;

    private JarCopy jar(Map<Attributes.Name, String> attributes, Path... others) throws IOException {
        Path jar = PlantedJar.write(folder.resolve("some.jar"), attributes, Map.of());
        return new JarCopy(new JmhJar(jar), jar, List.of(others), "", null, null, null);
    }

    @Test
    void itServesManyScoutsOfOneJar() throws IOException {
        JarCopy whole = jar(Map.of());
        assertThat(ClassArchive.serves(whole, 9)).isFalse();
        assertThat(ClassArchive.serves(whole, 10)).isTrue();
        assertThat(ClassArchive.serves(jar(Map.of(Attributes.Name.CLASS_PATH, "lib/a.jar")), 10))
                .isFalse();
        assertThat(ClassArchive.serves(jar(Map.of(), Path.of("library.jar")), 10))
                .isFalse();
    }

    @Test
    void itIsReadWhenTheJvmThatWritesItHasEnded() throws IOException {
        ClassArchive archive = new ClassArchive(folder.resolve("head.jsa"));
        Files.createFile(Path.of(archive.writing().get(0).replaceFirst("^-XX:ArchiveClassesAtExit=", "")));
        assertThat(archive.reading()).isEmpty();
        archive.written();
        assertThat(archive.reading()).startsWith("-XX:SharedArchiveFile=" + folder.resolve("head.jsa"));
    }

    @Test
    void aJvmThatWritesNoneIsNoFailure() {
        ClassArchive archive = new ClassArchive(folder.resolve("head.jsa"));
        archive.written();
        assertThat(archive.reading()).isEmpty();
    }
}
