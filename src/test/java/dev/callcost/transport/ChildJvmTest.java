package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of its parent's JVM arguments a child JVM has. */
class ChildJvmTest {
    @Test
    void aChildHasTheArgumentsThatItInherits() throws Exception {
        List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
        assertThat(own).as("something to inherit").anyMatch(argument -> argument.startsWith("--add-"));
        try (ChildJvm child = ChildJvm.start(Child.class)) {
            assertThat(child.readLine()).isEqualTo(ChildJvm.inherited(own).toString());
            child.join();
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
            -XX:+LogCompilation -XX:+PrintCompilation -XX:+PrintAssembly -XX:+TraceClassLoading -XX:+LogVMOutput -XX:LogFile=jvm.log
            -XX:StartFlightRecording=filename=a.jfr -XX:StartFlightRecording:filename=a.jfr
            -XX:FlightRecorderOptions=stackdepth=256 -XX:+FlightRecorder -XX:ErrorFile=hs_err.log
            -XX:HeapDumpPath=heap.hprof -XX:ArchiveClassesAtExit=app.jsa -XX:+AutoCreateSharedArchive
            -XX:AOTCacheOutput=app.aot -XX:AOTConfiguration=app.aotconf -XX:AOTMode=record -XX:CompileCommandFile=jmh1
            -Dcom.sun.management.jmxremote.port=9010 -Djmh.blackhole.mode=COMPILER -Djmh.ignoreLock=true
            -Dcallcost.record=record""";

    private static final String KEPT = """
            -XX:+UnlockDiagnosticVMOptions -Xms32m -Xmx32m -Xss512k -XX:+UseSerialGC -XX:+AlwaysPreTouch
            -XX:ActiveProcessorCount=2 -XX:-UseOnStackReplacement -XX:TieredStopAtLevel=1 -XX:MaxInlineSize=20
            -XX:CompileCommand=quiet -Djava.rmi.server.hostname=127.0.0.1 --add-opens=java.base/java.lang.reflect=ALL-UNNAMED
            -XX:AOTCache=app.aot -XX:AOTMode=on -XX:SharedArchiveFile=app.jsa -Xshare:off -Xint
            -Xbootclasspath/a:more.jar -XX:+UseLargePages -XX:CompilerDirectivesFile=directives.json
            -XX:+HeapDumpOnOutOfMemoryError -Dio.grpc.netty.shaded=true -ea --enable-native-access=ALL-UNNAMED""";

    @Test
    void argumentsThatChangeNoCodeAndMustNotExistTwiceAreLeftOut() {
        assertThat(ChildJvm.inherited(List.of(LEFT_OUT.split("\\s+")))).isEmpty();
        assertThat(ChildJvm.inherited(List.of(KEPT.split("\\s+")))).containsExactly(KEPT.split("\\s+"));
    }
}
