package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Latencies;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.spi.ToolProvider;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.util.Utils;

class JmhJarTest {
    private static final String BUILD = "dev/callcost/build.properties";
    private static final String NETTY = "META-INF/maven/io.netty/netty-common/pom.properties";
    private static final String AGENT = "dev/callcost/agent/";

    @TempDir
    Path directory;

    private Path jar(String name, String classPath, Map<String, String> texts) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        texts.forEach((file, text) -> files.put(file, text.getBytes(StandardCharsets.UTF_8)));
        return PlantedJar.write(directory.resolve(name), Map.of(Attributes.Name.CLASS_PATH, classPath), files);
    }

    private JmhJar built(String name, String grpc, String netty) throws IOException {
        String build = "commit=\ngrpc=" + grpc + "\nprotobuf=4.36.2\n";
        return new JmhJar(
                jar(name, "", Map.of(BUILD, build, NETTY, "artifactId=netty-common\nversion=" + netty + "\n")));
    }

    private static byte[] read(Path jar, String file) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getInputStream(zip.getEntry(file)).readAllBytes();
        }
    }

    @Test
    void aClassIsAddedOrReplacedAndAllElseStays() throws IOException {
        String turns = AGENT + "TurnTaking.class";
        Path jar = jar("some.jar", "", Map.of("a/B.class", "of theirs"));
        Path other = jar("other.jar", "", Map.of(turns, "of an older version"));
        for (Path each : List.of(jar, other)) {
            new JmhJar(each).add(List.of(TurnTaking.class));
            assertThat(read(each, turns))
                    .isEqualTo(getClass().getResourceAsStream("/" + turns).readAllBytes());
        }
        assertThat(read(jar, "a/B.class")).asString(StandardCharsets.UTF_8).isEqualTo("of theirs");
        assertThat(new JmhJar(jar).has(TurnTaking.class)).isTrue();
        assertThat(new JmhJar(jar).has(Latencies.class)).isFalse();
    }

    /** Its JVM would refuse classes that the signature does not fit. */
    @Test
    void aJarThatIsChangedHasNoSignature() throws IOException {
        Path jar = jar("signed.jar", "", Map.of("META-INF/CERT.SF", "of all", "META-INF/some.txt", "stays"));
        new JmhJar(jar).add(List.of(TurnTaking.class));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            assertThat(zip.getEntry("META-INF/CERT.SF")).isNull();
            assertThat(zip.getEntry("META-INF/some.txt")).isNotNull();
        }
    }

    @Test
    void aForeignJarHasAllThatTheAgentsNeed() throws Exception {
        Path jar = jar("foreign.jar", "", Map.of("theirs.txt", ""));
        List<Class<?>> roots = new ArrayList<>(JarCopy.HOSTED);
        roots.addAll(List.of(TurnTaking.class, Sampler.class, IterationRecorder.class));
        new JmhJar(jar).add(roots);
        assertThat(JmhJar.neededBy(roots).keySet())
                .allMatch(file -> file.startsWith(AGENT))
                .as("a jar keeps its own")
                .doesNotContain(AGENT + "Latencies.class");

        Path jmh = Path.of(
                Runner.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        StringWriter output = new StringWriter();
        ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(output), new PrintWriter(output), "-v", "-cp", jmh.toString(), jar.toString());
        assertThat(output.toString()).contains("dev.callcost.agent.UntilWarm ").doesNotContain("not found");
    }

    @Test
    void versionsAreThoseOfTheJarAndOfJarsThatItsManifestNames() throws IOException {
        String commit = "0123456789abcdef0123456789abcdef01234567";
        Path library = jar("netty-common.jar", "", Map.of(NETTY, "version=4.1.133.Final\n"));
        Path thin = jar("thin.jar", library.toUri().toString(), Map.of(BUILD, "commit=" + commit + "\n"));
        assertThat(new JmhJar(thin).versions()).hasToString("{commit=" + commit + ", netty=4.1.133.Final}");
        assertThat(new JmhJar(jar("silent.jar", "", Map.of())).versions()).isEmpty();
    }

    /** In the order in which a JVM looks into them: a jar, what that one names, and then the next. */
    @Test
    void theClassPathOfAManifestIsThatOfAJvm() throws IOException {
        Path lib = Files.createDirectories(directory.resolve("lib dir"));
        Files.createDirectory(directory.resolve("classes"));
        jar("lib dir/a.jar", "b.jar ../root.jar none.jar", Map.of());
        jar("lib dir/b.jar", "a.jar", Map.of());
        Path absolute = jar("absolute.jar", "", Map.of());
        Files.writeString(directory.resolve("text.jar"), "no jar");
        Path root = jar(
                "root.jar",
                "lib%20dir/a.jar classes/ none/ lib%20dir/b.jar " + absolute.toUri()
                        + " http://example.org/c.jar lib%20dir",
                Map.of());
        assertThat(new JmhJar(root).classPath())
                .containsExactly(lib.resolve("a.jar"), lib.resolve("b.jar"), directory.resolve("classes"), absolute);
        assertThat(new JmhJar(absolute).classPath()).isEmpty();
    }

    @Test
    void aChecksumIsThatOfAllItNames() throws IOException {
        Path library = jar("library.jar", "", Map.of("a", "1"));
        Path folder = Files.createDirectory(directory.resolve("classes"));
        JmhJar thin = new JmhJar(jar("thin.jar", "library.jar classes/", Map.of()));
        Set<String> sums = new HashSet<>(Set.of(thin.checksum()));
        jar("library.jar", "", Map.of("a", "2"));
        sums.add(thin.checksum());
        Files.writeString(folder.resolve("A.class"), "class");
        sums.add(thin.checksum());
        Files.writeString(folder.resolve("log.txt"), "what a run writes");
        sums.add(thin.checksum());
        assertThat(sums).hasSize(3);
        assertThat(new JmhJar(library).checksum()).hasSize(64);
    }

    @Test
    void aCopyNamesCopiesOfWhatItsOriginalNames() throws IOException {
        jar("lib.jar", "", Map.of("META-INF/CERT.SF", "of all", NETTY, "version=4.1.133.Final\n"));
        Path folder = Files.createDirectory(directory.resolve("classes"));
        Path thin = jar("thin.jar", "lib.jar none.jar classes/", Map.of("META-INF/BenchmarkList", ""));
        Path copies = Files.createDirectory(directory.resolve("copies"));
        JarCopy copy = JarCopy.of(
                new JmhJar(thin),
                copies.resolve("base.jar"),
                List.of(),
                RunArguments.parse(),
                ForkJvm.of(Utils.getCurrentJvm()));
        Files.delete(directory.resolve("lib.jar"));
        assertThat(copy.others()).containsExactly(copies.resolve("base.jar.0/lib.jar"), folder);
        assertThat(new JmhJar(copy.path()).classPath()).isEqualTo(copy.others());
        assertThat(new JmhJar(copy.path()).versions()).containsEntry("netty", "4.1.133.Final");
        try (ZipFile lib = new ZipFile(copy.others().get(0).toFile())) {
            assertThat(lib.getEntry("META-INF/CERT.SF")).isNull();
        }
    }

    @Test
    void eachSideNamesWhatItHasInAnotherVersionWhereBothAreKnown() throws IOException {
        JmhJar old = built("old.jar", "1.82.4", "4.1.133.Final");
        JmhJar young = built("young.jar", "1.85.1", "4.2.17.Final");
        assertThat(old.versions()).hasToString("{grpc=1.82.4, netty=4.1.133.Final, protobuf=4.36.2}");
        assertThat(old.versionsUnlike(young)).isEqualTo(", grpc 1.82.4, netty 4.1.133.Final");
        assertThat(young.versionsUnlike(old)).isEqualTo(", grpc 1.85.1, netty 4.2.17.Final");
        assertThat(old.versionsUnlike(old)).isEmpty();

        JmhJar foreign = new JmhJar(jar("foreign.jar", "", Map.of(NETTY, "version=4.2.17.Final\n")));
        assertThat(old.versionsUnlike(foreign)).isEqualTo(", netty 4.1.133.Final");
        assertThat(foreign.versionsUnlike(old)).isEqualTo(", netty 4.2.17.Final");
    }
}
