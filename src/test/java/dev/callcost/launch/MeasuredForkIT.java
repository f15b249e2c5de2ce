package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is loaded in the JVM that measures. */
class MeasuredForkIT extends PlantedRuns {
    @ParameterizedTest
    @ValueSource(strings = {"GrpcBenchmark", "RmiBenchmark", "InlineCallBenchmark.latency"})
    void ofTheToolsOnlyTheAgentIsLoadedInAFork(String benchmark) throws Exception {
        assertThat(classesLoadedFor(benchmark))
                .anyMatch(name -> name.startsWith("dev.callcost.benchmark."))
                .anyMatch(name -> name.startsWith("dev.callcost.agent."))
                .noneMatch(name -> name.equals("dev.callcost.Main"))
                .noneMatch(name -> name.matches(
                        "dev\\.callcost\\.(bill|cli|compare|data|doctor|host|ladder|launch|plot|report|text)\\..*"));
    }

    @Test
    void aProtobufForkLoadsNoOtherFormat() throws Exception {
        assertThat(classesLoadedFor("GrpcBenchmark"))
                .contains("dev.callcost.wireformat.proto.CallMessage")
                .noneMatch(name -> name.startsWith("net.openhft.chronicle.wire."))
                .noneMatch(name -> name.startsWith("net.openhft.chronicle.bytes."))
                .noneMatch(name -> name.startsWith("com.google.gson.Gson"))
                .noneMatch(name -> name.matches(
                        "dev\\.callcost\\.wireformat\\.(B|Ch|Co|F|G|J|MessageBuffer|Plain|WireFields|WireValues).*"));
    }

    @Test
    void aChronicleForkLoadsChronicle() throws Exception {
        assertThat(classesLoadedFor("GrpcBenchmark -p wireFormat=BINARY_WIRE"))
                .anyMatch(name -> name.startsWith("net.openhft.chronicle.wire."))
                .noneMatch(name -> name.equals("dev.callcost.wireformat.proto.CallMessage"));
    }

    private Set<String> classesLoadedFor(String arguments) throws Exception {
        Path log = directory.resolve("classes.txt");
        passes("-f 1 -wi 0 -i 1 -r 10ms -rff out.json -jvmArgsAppend -Xlog:class+load=info:file=" + log + " "
                + arguments);
        return Files.readAllLines(log).stream()
                .map(text -> text.replaceFirst("^(\\[[^]]*])+ ", "").split(" ")[0])
                .collect(Collectors.toSet());
    }
}
