package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OthersTableTest {
    private static Row row(String name, double nanos, Map<String, String> params) {
        return new Row(
                "a." + name,
                "avgt",
                1,
                new TreeMap<>(params),
                new Metric("ns/op", List.of(List.of(nanos))),
                new TreeMap<>(),
                new TreeMap<>());
    }

    private static ResultsFile file(Row... rows) {
        return new ResultsFile(Path.of("made-up.json"), List.of(rows));
    }

    @Test
    void oursStandBesideTheRowOfTheSameTransportAndExecutor() {
        Map<String, String> ours = Map.of("transport", "NIO", "serverExecutor", "DIRECT");
        assertThat(OthersTable.markdown(file(
                                row(
                                        "TransportBenchmark.unaryCall1024Latency",
                                        50_000,
                                        Map.of("transport", "NETTY", "direct", "true")),
                                row("SameCallBenchmark.unary", 51_000, ours),
                                row("GrpcBenchmark.unary", 60_000, ours),
                                row(
                                        "TransportBenchmark.unaryCall1024Latency",
                                        20_000,
                                        Map.of("transport", "INPROCESS", "direct", "false")),
                                row(
                                        "GrpcBenchmark.unary",
                                        19_000,
                                        Map.of("transport", "IN_PROCESS", "serverExecutor", "DEFAULT"))))
                        .lines())
                .contains(
                        "| TCP, java.nio, direct | 50.0 us | 51.0 us | 1.02 | 60.0 us | 1.20 |",
                        "| in process, default | 20.0 us |  |  | 19.0 us | 0.950 |");
    }

    @Test
    void aFileWithoutTheirsIsRefused() {
        assertThatThrownBy(() -> OthersTable.markdown(
                        file(row("GrpcBenchmark.unary", 1, Map.of("transport", "NIO", "serverExecutor", "DIRECT")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no row of TransportBenchmark");
    }
}
