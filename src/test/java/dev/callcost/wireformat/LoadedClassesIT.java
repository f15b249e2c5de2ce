package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a fresh JVM loads for a format. */
class LoadedClassesIT {

    @Test
    void protobufLoadsNothingOfChronicle() throws Exception {
        String loaded = classesLoadedFor(WireFormat.PROTOBUF);
        assertThat(loaded)
                .contains("dev.callcost.wireformat.proto.CallMessage", "dev.callcost.wireformat.proto.Quote")
                .doesNotContain("net.openhft")
                .doesNotContain("com.google.gson");
    }

    @Test
    void bytesMarshallableLoadsNeitherWireNorGsonNorProtobuf() throws Exception {
        String loaded = classesLoadedFor(WireFormat.BYTES_MARSHALLABLE);
        assertThat(loaded)
                .contains("net.openhft.chronicle.bytes.OnHeapBytes")
                .doesNotContain("net.openhft.chronicle.wire")
                .doesNotContain("com.google.gson")
                .doesNotContain("com.google.protobuf");
    }

    @Test
    void gsonLoadsNeitherChronicleNorProtobuf() throws Exception {
        String loaded = classesLoadedFor(WireFormat.GSON);
        assertThat(loaded)
                .contains("com.google.gson.Gson")
                .doesNotContain("net.openhft")
                .doesNotContain("com.google.protobuf");
    }

    @Test
    void copyingWireLoadsNeitherGsonNorProtobufNorTheReusedBuffers() throws Exception {
        String loaded = classesLoadedFor(WireFormat.COPYING_WIRE);
        assertThat(loaded)
                .contains("net.openhft.chronicle.wire.InputStreamToWire")
                .doesNotContain("dev.callcost.wireformat.BufferMarshaller")
                .doesNotContain("com.google.gson")
                .doesNotContain("com.google.protobuf");
    }

    private static String classesLoadedFor(WireFormat format) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.add("-verbose:class");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(RoundTrip.class.getName());
        command.add(format.name());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** The program of the fresh JVM. */
    static final class RoundTrip {
        public static void main(String[] args) {
            MessageType.of(WireFormat.valueOf(args[0])).forEach(RoundTrip::run);
        }

        private static <M> void run(MessageType<M> type) {
            M message = type.message(8);
            M read = Wire.roundTrip(type.format().marshaller(), message);
            if (!type.fields(read).equals(type.fields(message))) {
                throw new AssertionError(type.fields(read));
            }
        }
    }
}
