package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.TurnTaking;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhJarClassesTest {
    private static final String FILE = "dev/callcost/agent/TurnTaking.class";

    @TempDir
    Path directory;

    private Path jar(Map<String, String> entries) throws IOException {
        Path jar = directory.resolve("some.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static byte[] read(Path jar, String file) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getInputStream(zip.getEntry(file)).readAllBytes();
        }
    }

    @Test
    void theClassIsAddedAndAllElseStays() throws IOException {
        Path jar = jar(Map.of("a/B.class", "of theirs"));
        new JmhJar(jar).add(List.of(TurnTaking.class));
        assertThat(read(jar, FILE))
                .isEqualTo(getClass().getResourceAsStream("/" + FILE).readAllBytes());
        assertThat(read(jar, "a/B.class")).asString(StandardCharsets.UTF_8).isEqualTo("of theirs");
    }

    @Test
    void itReplacesTheOneOfAnotherVersion() throws IOException {
        Path jar = jar(Map.of(FILE, "of an older version"));
        new JmhJar(jar).add(List.of(TurnTaking.class));
        assertThat(read(jar, FILE)).asString(StandardCharsets.ISO_8859_1).doesNotContain("older");
    }
}
