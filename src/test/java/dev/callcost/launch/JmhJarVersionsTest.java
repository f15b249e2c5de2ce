package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhJarVersionsTest {
    private static final String BUILD = "dev/callcost/build.properties";
    private static final String NETTY = "META-INF/maven/io.netty/netty-common/pom.properties";

    @TempDir
    Path directory;

    private Path jar(String name, String classPath, Map<String, String> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jar = directory.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return jar;
    }

    private Path built(String name, String grpc, String netty) throws IOException {
        return jar(
                name,
                "",
                Map.of(
                        BUILD,
                        "commit=\ngrpc=" + grpc + "\nprotobuf=4.36.2\n",
                        NETTY,
                        "artifactId=netty-common\nversion=" + netty + "\n"));
    }

    @Test
    void theJarSaysThemNotTheSuiteThatReadsIt() throws IOException {
        assertThat(new JmhJar(built("old.jar", "1.82.4", "4.1.133.Final")).versions())
                .containsExactly(entry("grpc", "1.82.4"), entry("netty", "4.1.133.Final"), entry("protobuf", "4.36.2"));
    }

    @Test
    void theSuitesCommitIsAmongThem() throws IOException {
        String commit = "0123456789abcdef0123456789abcdef01234567";
        assertThat(new JmhJar(jar("committed.jar", "", Map.of(BUILD, "commit=" + commit + "\n"))).versions())
                .containsExactly(entry("commit", commit));
    }

    @Test
    void eachSideNamesWhatItHasInAnotherVersion() throws IOException {
        Path old = built("old.jar", "1.82.4", "4.1.133.Final");
        Path young = built("young.jar", "1.85.1", "4.2.17.Final");
        assertThat(new JmhJar(old).versionsUnlike(new JmhJar(young))).isEqualTo(", grpc 1.82.4, netty 4.1.133.Final");
        assertThat(new JmhJar(young).versionsUnlike(new JmhJar(old))).isEqualTo(", grpc 1.85.1, netty 4.2.17.Final");
        assertThat(new JmhJar(old).versionsUnlike(new JmhJar(old))).isEmpty();
    }

    @Test
    void whatOneJarDoesNotSayIsNoDifference() throws IOException {
        Path old = built("old.jar", "1.82.4", "4.1.133.Final");
        Path foreign = jar("foreign.jar", "", Map.of(NETTY, "version=4.2.17.Final\n"));
        assertThat(new JmhJar(jar("silent.jar", "", Map.of())).versions()).isEmpty();
        assertThat(new JmhJar(old).versionsUnlike(new JmhJar(foreign))).isEqualTo(", netty 4.1.133.Final");
        assertThat(new JmhJar(foreign).versionsUnlike(new JmhJar(old))).isEqualTo(", netty 4.2.17.Final");
    }

    @Test
    void jarsThatTheManifestNamesSayTheirs() throws IOException {
        Path library = jar("netty-common.jar", "", Map.of(NETTY, "version=4.1.133.Final\n"));
        Path thin = jar("thin.jar", library.toUri().toString(), Map.of());
        assertThat(new JmhJar(thin).versions()).containsExactly(entry("netty", "4.1.133.Final"));
    }
}
