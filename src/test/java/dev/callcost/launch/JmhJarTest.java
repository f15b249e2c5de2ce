package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Latencies;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.spi.ToolProvider;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;

class JmhJarTest {
    private static final String BUILD = "dev/callcost/build.properties";
    private static final String NETTY = "META-INF/maven/io.netty/netty-common/pom.properties";
    private static final String TURNS = "dev/callcost/agent/TurnTaking.class";

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
        Path jar = jar("some.jar", "", Map.of("a/B.class", "of theirs"));
        Path other = jar("other.jar", "", Map.of(TURNS, "of an older version"));
        for (Path each : List.of(jar, other)) {
            new JmhJar(each).add(List.of(TurnTaking.class));
            assertThat(read(each, TURNS))
                    .isEqualTo(getClass().getResourceAsStream("/" + TURNS).readAllBytes());
        }
        assertThat(read(jar, "a/B.class")).asString(StandardCharsets.UTF_8).isEqualTo("of theirs");
    }

    @Test
    void aJarKeepsItsOwnLatencies() throws IOException {
        String latencies = "dev/callcost/agent/Latencies.class";
        Path newer = jar("newer.jar", "", Map.of(latencies, "of another version"));
        Path older = jar("older.jar", "", Map.of("a/B.class", ""));
        assertThat(new JmhJar(newer).has(Latencies.class)).isTrue();
        assertThat(new JmhJar(older).has(Latencies.class)).isFalse();
        assertThat(JmhJar.neededBy(List.of(Latencies.class)))
                .containsOnlyKeys(
                        latencies, "dev/callcost/agent/Latencies$Window.class", "dev/callcost/agent/Settling.class");
        assertThat(JmhJar.neededBy(JarCopy.HOSTED)).doesNotContainKey(latencies);
    }

    @Test
    void everyForkNeedsAgentsAloneWithAllThatTheyReferTo() throws Exception {
        assertThat(JmhJar.neededBy(JarCopy.HOSTED).keySet())
                .contains(
                        "dev/callcost/agent/ForkGate.class",
                        "dev/callcost/agent/UntilWarm.class",
                        "dev/callcost/agent/Warmth.class",
                        "dev/callcost/agent/Readings.class")
                .allMatch(file -> file.startsWith("dev/callcost/agent/"));
        assertThat(JmhJar.neededBy(List.of(Sampler.class)))
                .containsOnlyKeys(
                        "dev/callcost/agent/CellRecord.class",
                        "dev/callcost/agent/JavaRecorder.class",
                        "dev/callcost/agent/Sampler$Event.class",
                        "dev/callcost/agent/Sampler.class",
                        "dev/callcost/agent/Settling.class");
    }

    @Test
    void aForeignJarHasAllThatTheAgentsNeed() throws Exception {
        Path jar = jar("foreign.jar", "", Map.of("theirs.txt", ""));
        List<Class<?>> roots = new ArrayList<>(JarCopy.HOSTED);
        roots.addAll(List.of(TurnTaking.class, Sampler.class, IterationRecorder.class));
        new JmhJar(jar).add(roots);

        Path jmh = Path.of(
                Runner.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        StringWriter output = new StringWriter();
        ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(output), new PrintWriter(output), "-v", "-cp", jmh.toString(), jar.toString());
        assertThat(output.toString()).contains("dev.callcost.agent.UntilWarm ").doesNotContain("not found");
    }

    @Test
    void versionsAreThoseOfTheJarNotOfTheSuiteThatReadsIt() throws IOException {
        assertThat(built("old.jar", "1.82.4", "4.1.133.Final").versions())
                .containsExactly(entry("grpc", "1.82.4"), entry("netty", "4.1.133.Final"), entry("protobuf", "4.36.2"));
        String commit = "0123456789abcdef0123456789abcdef01234567";
        assertThat(new JmhJar(jar("committed.jar", "", Map.of(BUILD, "commit=" + commit + "\n"))).versions())
                .containsExactly(entry("commit", commit));
    }

    @Test
    void versionsOfJarsThatTheManifestNamesCount() throws IOException {
        Path library = jar("netty-common.jar", "", Map.of(NETTY, "version=4.1.133.Final\n"));
        Path thin = jar("thin.jar", library.toUri().toString(), Map.of());
        assertThat(new JmhJar(thin).versions()).containsExactly(entry("netty", "4.1.133.Final"));
    }

    @Test
    void eachSideNamesWhatItHasInAnotherVersionWhereBothAreKnown() throws IOException {
        JmhJar old = built("old.jar", "1.82.4", "4.1.133.Final");
        JmhJar young = built("young.jar", "1.85.1", "4.2.17.Final");
        assertThat(old.versionsUnlike(young)).isEqualTo(", grpc 1.82.4, netty 4.1.133.Final");
        assertThat(young.versionsUnlike(old)).isEqualTo(", grpc 1.85.1, netty 4.2.17.Final");
        assertThat(old.versionsUnlike(old)).isEmpty();

        JmhJar foreign = new JmhJar(jar("foreign.jar", "", Map.of(NETTY, "version=4.2.17.Final\n")));
        assertThat(old.versionsUnlike(foreign)).isEqualTo(", netty 4.1.133.Final");
        assertThat(foreign.versionsUnlike(old)).isEqualTo(", netty 4.2.17.Final");
        assertThat(new JmhJar(jar("silent.jar", "", Map.of())).versions()).isEmpty();
    }
}
