package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.IterationRecorder;
import dev.callcost.agent.Sampler;
import dev.callcost.agent.TurnTaking;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;

class ClassFilesTest {
    @TempDir
    Path directory;

    private static Set<String> names(List<Class<?>> roots) throws Exception {
        return JmhJar.neededBy(roots).keySet();
    }

    @Test
    void whatEveryForkNeedsAreAgentsWithAllThatTheyReferTo() throws Exception {
        assertThat(names(JarCopy.HOSTED))
                .contains(
                        "dev/callcost/agent/ForkGate.class",
                        "dev/callcost/agent/UntilWarm.class",
                        "dev/callcost/agent/Warmth.class",
                        "dev/callcost/agent/Readings.class")
                .allMatch(file -> file.startsWith("dev/callcost/agent/"));
    }

    @Test
    void nestedClassesAndThoseOfReferencesAreFound() throws Exception {
        assertThat(names(List.of(Sampler.class)))
                .containsExactly(
                        "dev/callcost/agent/JavaRecorder.class",
                        "dev/callcost/agent/Sampler$Event.class",
                        "dev/callcost/agent/Sampler.class");
    }

    @Test
    void aForeignJarHasAllThatTheAgentsNeed() throws Exception {
        Path jar = directory.resolve("foreign.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("theirs.txt"));
        }
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
}
