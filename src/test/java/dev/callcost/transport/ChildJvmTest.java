package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of its parent's JVM arguments a child JVM has. */
class ChildJvmTest {
    private static final List<String> INHERITED = List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-Xms32m",
            "-Xmx32m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:+AlwaysPreTouch",
            "-XX:ActiveProcessorCount=2",
            "-XX:-UseOnStackReplacement",
            "-XX:TieredStopAtLevel=1",
            "-XX:MaxInlineSize=20",
            "-XX:CompileCommand=quiet",
            "-Dio.netty.leakDetection.level=disabled",
            "-Djava.rmi.server.hostname=127.0.0.1",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");

    @TempDir
    Path directory;

    @Test
    void aChildHasWhatChangesCodeAndNoLog() throws Exception {
        Path compilations = directory.resolve("compilations");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(INHERITED);
        command.addAll(List.of(
                "-XX:+LogCompilation",
                "-XX:LogFile=" + compilations,
                "-XX:+PrintCompilation",
                "-Xlog:gc",
                "-Djmh.ignoreLock=true",
                "-Dcallcost.record=" + directory.resolve("record")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Parent.class.getName()));
        Path said = directory.resolve("said"); // the JVM writes its compilations between what goes to standard output
        Process parent =
                new ProcessBuilder(command).redirectError(said.toFile()).start();
        String output = new String(parent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(parent.waitFor()).as(output + Files.readString(said)).isZero();
        assertThat(Files.readAllLines(said).stream().filter(line -> line.startsWith(Parent.SAYS)))
                .containsExactly(Parent.SAYS + INHERITED);
    }

    static final class Parent {
        static final String SAYS = "the child: ";

        public static void main(String... arguments) throws Exception {
            try (ChildJvm child = ChildJvm.start(Child.class)) {
                System.err.println(SAYS + child.readLine());
                child.join();
            }
        }
    }

    static final class Child {
        public static void main(String... arguments) {
            System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
        }
    }

    private static final String LEFT_OUT = """
            -agentlib:jdwp=transport=dt_socket,server=y,address=5005 -agentpath:/opt/libasyncProfiler.so=start
            -javaagent:agent.jar -Xdebug -Xrunjdwp:server=y -Xlog:gc*:file=gc.log -Xloggc:gc.log -verbose:gc
            -XX:+PrintAssembly -XX:+TraceClassLoading -XX:+LogVMOutput -XX:LogFile=jvm.log
            -XX:StartFlightRecording=filename=a.jfr -XX:StartFlightRecording:filename=a.jfr
            -XX:FlightRecorderOptions=stackdepth=256 -XX:+FlightRecorder -XX:ErrorFile=hs_err.log
            -XX:HeapDumpPath=heap.hprof -XX:ArchiveClassesAtExit=app.jsa -XX:+AutoCreateSharedArchive
            -XX:AOTCacheOutput=app.aot -XX:AOTConfiguration=app.aotconf -XX:AOTMode=record -XX:CompileCommandFile=jmh1
            -Dcom.sun.management.jmxremote.port=9010 -Djmh.blackhole.mode=COMPILER -Dcallcost.record=record""";

    private static final String KEPT = """
            -XX:AOTCache=app.aot -XX:AOTMode=on -XX:SharedArchiveFile=app.jsa -Xshare:off -Xint
            -Xbootclasspath/a:more.jar -XX:+UseLargePages -XX:CompilerDirectivesFile=directives.json
            -XX:+HeapDumpOnOutOfMemoryError -Dio.grpc.netty.shaded=true -ea --enable-native-access=ALL-UNNAMED""";

    @Test
    void argumentsThatChangeNoCodeAndMustNotExistTwiceAreLeftOut() {
        assertThat(ChildJvm.inherited(List.of(LEFT_OUT.split("\\s+")))).isEmpty();
        assertThat(ChildJvm.inherited(List.of(KEPT.split("\\s+")))).containsExactly(KEPT.split("\\s+"));
    }
}
