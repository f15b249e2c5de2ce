package dev.callcost.work;

import dev.callcost.agent.Chance;
import dev.callcost.agent.Work;
import dev.callcost.agent.WorkAgent;
import dev.callcost.launch.JmhJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The jars with which a fork counts.
 *
 * @param boot what counted classes call, for the boot class path
 */
record AgentJars(Path agent, Path boot, Path transformer) {
    private static final String MANIFEST = "Manifest-Version: 1.0\nPremain-Class: " + WorkAgent.class.getName()
            + "\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n";

    private static final int COMPILER_STACK_KIB = 16 << 10;

    private static final String ASM = "org/objectweb/asm/";

    static AgentJars write(Path folder) throws IOException {
        AgentJars jars = new AgentJars(
                folder.resolve("work-agent.jar"), folder.resolve("work.jar"), folder.resolve("work-transformer.jar"));
        Map<String, byte[]> boot = JmhJar.neededBy(List.of(Work.class, Chance.class));
        SortedMap<String, byte[]> agent = JmhJar.neededBy(List.of(WorkAgent.class));
        SortedMap<String, byte[]> transformer = JmhJar.neededBy(List.of(CountingTransformer.class), ASM);
        agent.keySet().removeAll(boot.keySet());
        transformer.keySet().removeAll(boot.keySet());
        agent.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
        JmhJar.write(jars.boot, boot);
        JmhJar.write(jars.agent, agent);
        JmhJar.write(jars.transformer, transformer);
        return jars;
    }

    /**
     * The arguments of a JVM that counts. Code is compiled for short runs, because the other compiler removes objects,
     * and when it does so depends on the machine. The JVM does not compile large methods by default, and counted ones
     * are large: the compiler calls itself for each of their blocks.
     *
     * @param seed 1 or 2; with 1 all identity hashes are equal, with 2 they are consecutive numbers
     */
    List<String> jvmArguments(int seed, WorkScope scope) {
        return List.of(
                "-Xbootclasspath/a:" + boot,
                "-javaagent:" + agent + "=" + transformer + WorkAgent.SEPARATOR + seed + WorkAgent.SEPARATOR
                        + (scope == WorkScope.ALL),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-DontCompileHugeMethods",
                "-XX:CompilerThreadStackSize=" + COMPILER_STACK_KIB,
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=" + (seed == 1 ? 2 : 3));
    }
}
