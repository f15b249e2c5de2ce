package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class SelectionTest {
    private static final List<BenchmarkListEntry> SUITE = List.of(
            entry("wireFormat", "PROTOBUF"),
            entry("wireFormat", "PROTOBUF", "BINARY_WIRE"),
            entry("payload", "0", "1024"));

    private static BenchmarkListEntry entry(String name, String... values) {
        return Entries.entry(Map.of(name, values));
    }

    private static void check(String name, String... values) {
        Selection.checkParams(Map.of(name, List.of(values)), SUITE);
    }

    @Test
    void whatAnyBenchmarkDeclaresPasses() {
        assertThatCode(() -> check("wireFormat", "BINARY_WIRE", "PROTOBUF")).doesNotThrowAnyException();
    }

    @Test
    void anyIntegerPassesAmongIntegers() {
        assertThatCode(() -> check("payload", "7", "-1")).doesNotThrowAnyException();
        assertThatThrownBy(() -> check("payload", "7k"))
                .isInstanceOf(CommandException.class)
                .hasMessage("-p payload=7k: no benchmark has this value; there are 0, 1024");
        assertThatThrownBy(() -> check("wireFormat", "7")).isInstanceOf(CommandException.class);
    }

    @Test
    void aMisspeltNameListsThoseThatExist() {
        assertThatThrownBy(() -> check("wireformat", "PROTOBUF"))
                .isInstanceOf(CommandException.class)
                .hasMessage("-p wireformat: no benchmark has this parameter; there are payload, wireFormat");
    }

    @Test
    void aMisspeltValueListsThoseThatExist() {
        assertThatThrownBy(() -> check("wireFormat", "PROTOBUF", "PROTOBUFF"))
                .isInstanceOf(CommandException.class)
                .hasMessage("-p wireFormat=PROTOBUFF: no benchmark has this value; there are BINARY_WIRE, PROTOBUF");
    }
}
