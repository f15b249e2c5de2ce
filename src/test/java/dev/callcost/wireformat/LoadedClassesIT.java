package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fresh JVM loads for a format. */
class LoadedClassesIT {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PROTOBUF           | dev.callcost.wireformat.proto.CallMessage | net.openhft com.google.gson
            BYTES_MARSHALLABLE | net.openhft.chronicle.bytes.OnHeapBytes | net.openhft.chronicle.wire com.google.gson com.google.protobuf
            GSON               | com.google.gson.Gson | net.openhft com.google.protobuf
            BINARY_WIRE        | net.openhft.chronicle.wire. | com.google.gson dev.callcost.wireformat.proto
            COPYING_WIRE       | net.openhft.chronicle.wire.InputStreamToWire | dev.callcost.wireformat.BufferMarshaller com.google.gson com.google.protobuf
            """)
    void aFormatLoadsItsLibraryAndNoOther(WireFormat format, String needed, String others) throws Exception {
        List<String> command = new ArrayList<>();
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of("-verbose:class", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(RoundTrip.class.getName(), format.name()));
        Program.Ended jvm = Program.java(Path.of("."), command);
        assertThat(jvm.exitCode()).as(jvm.err()).isZero();
        assertThat(jvm.out()).contains(needed.split(" ")).doesNotContain(others.split(" "));
    }

    /** The program of the fresh JVM. */
    static final class RoundTrip {
        public static void main(String[] args) {
            CallFormat<Object> format = Wire.calls(WireFormat.valueOf(args[0]));
            Object message = Wire.message(format, 8);
            List<Object> read = Wire.fields(format, Wire.roundTrip(format, message));
            if (!read.equals(Wire.fields(format, message))) {
                throw new AssertionError(read);
            }
        }
    }
}
