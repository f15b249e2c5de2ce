package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The reader takes files of the echo client in Go like JMH's. The client's own tests compare its output with these two. */
class GoEchoClientFileTest {
    private static final Path FILES = Path.of("src/main/go/echo-client/testdata");

    @Test
    void readsOneProcessAsOneFork() {
        List<Row> rows = read("one-process.json");
        assertThat(rows).hasSize(1);
        Row row = rows.get(0);
        assertThat(row.benchmark()).isEqualTo("dev.callcost.go.EchoClient.round");
        assertThat(row.label()).isEqualTo("EchoClient.round inFlight=10000 server=OWN_JVM_FRESH mode=ss");
        assertThat(row.params()).containsExactly(Map.entry("inFlight", "10000"), Map.entry("server", "OWN_JVM_FRESH"));
        assertThat(row.primary().unit()).isEqualTo("us/op");
        assertThat(row.primary().forks()).containsExactly(List.of(112.5, 40.25, 35.0));
        assertThat(row.nanos().orElseThrow().hasInterval()).isFalse();
        assertThat(row.secondary()).isEmpty();
    }

    @Test
    void readsMergedProcessesAsForksOfARow() {
        List<Row> rows = read("merged.json");
        assertThat(rows).extracting(row -> row.params().get("server")).containsExactly("OWN_JVM_FRESH", "OWN_JVM_WARM");
        assertThat(rows.get(0).primary().forks())
                .containsExactly(List.of(112.5, 40.25, 35.0), List.of(118.5, 42.0, 35.75));
        Estimate nanos = rows.get(0).nanos().orElseThrow();
        assertThat(nanos.value()).isCloseTo(Math.sqrt(40_250.0 * 42_000.0), within(1e-6));
        assertThat(nanos.hasInterval()).isTrue();
        assertThat(rows.get(1).primary().forks()).hasSize(1);
    }

    @Test
    void readsTheSettings() {
        Row row = read("one-process.json").get(0);
        assertThat(row.settings())
                .containsOnly(
                        Map.entry("goVersion", "go1.26.0"),
                        Map.entry("grpcGoVersion", "1.85.0"),
                        Map.entry("goMaxProcs", "2"),
                        Map.entry("requests", "10000"),
                        Map.entry("pause", "1s"),
                        Map.entry("warmupIterations", "0"),
                        Map.entry("measurementIterations", "3"));
        assertThat(row.jdkRelease()).isEmpty();
    }

    private static List<Row> read(String name) {
        return ResultsFile.read(FILES.resolve(name)).rows();
    }
}
