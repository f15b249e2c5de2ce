package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.benchmark.OneCall;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Cell;
import dev.callcost.launch.Entries;
import dev.callcost.transport.GrpcCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Rows that are declared to be of one cell run the same cell, in the same way; and rows that run the same cell are
 * declared so.
 */
class SameCellTest {
    /** A row of a state, and the cell that the state would start. */
    private record Ran(RowKey row, Object cell) {}

    private static final Map<String, List<BenchmarkListEntry>> ENTRIES =
            OneCall.entries().collect(Collectors.groupingBy(BenchmarkListEntry::getUsername));

    @Test
    void cellsAreDeclaredEqualWhereTheStatesStartTheSame() throws ReflectiveOperationException {
        List<Ran> rows = rows();
        assertThat(rows).hasSizeGreaterThan(30);
        for (Ran one : rows) {
            for (Ran other : rows) {
                assertThat(Cell.of(one.row()).equals(Cell.of(other.row())))
                        .as(one.row().label() + " and " + other.row().label())
                        .isEqualTo(one.cell().equals(other.cell()));
            }
        }
    }

    @Test
    void theBaseCellIsMeasuredAsTheBenchmarkThatHasAllAxes() throws ReflectiveOperationException {
        List<RowKey> rows = rows().stream()
                .filter(row -> row.cell().equals(GrpcCell.BASE))
                .map(Ran::row)
                .toList();
        assertThat(rows)
                .extracting(RowKey::simpleName)
                .contains("GrpcBenchmark.unary", "GrpcTransportBenchmark.unary", "GrpcPinningBenchmark.unary")
                .hasSize(7);
        Map<RowKey, RowKey> elsewhere = Cell.measuredElsewhere(rows, row -> row);
        assertThat(elsewhere).hasSize(6);
        assertThat(elsewhere.values()).allMatch(row -> row.simpleName().equals("GrpcBenchmark.unary"));
    }

    @Test
    void onlyAServerAtAnAddressInAnOlderFileIsAnotherCell() {
        Cell today = Cell.of(new RowKey("a.GrpcBenchmark.unary", "avgt", Map.of()));
        assertThat(Cell.of(new RowKey("a.GrpcBenchmark.unary", "avgt", Map.of("address", ""))))
                .isEqualTo(today);
        assertThat(Cell.of(new RowKey("a.GrpcBenchmark.unary", "avgt", Map.of("address", "a:1"))))
                .isNotEqualTo(today);
    }

    @Test
    void rowsOfOneCellAreMeasuredAlike() throws ReflectiveOperationException {
        Map<Cell, Set<String>> settings = new LinkedHashMap<>();
        for (Ran row : rows()) {
            settings.computeIfAbsent(Cell.of(row.row()), cell -> new TreeSet<>())
                    .add(settings(ENTRIES.get(row.row().benchmark()).get(0)));
        }
        assertThat(settings.values()).allSatisfy(alike -> assertThat(alike).hasSize(1));
    }

    private static String settings(BenchmarkListEntry entry) {
        List<Object> settings = List.of(
                entry.getMode(),
                entry.getForks(),
                entry.getThreads(),
                entry.getWarmupIterations(),
                entry.getWarmupTime(),
                entry.getMeasurementIterations(),
                entry.getMeasurementTime(),
                entry.getTimeUnit(),
                entry.getOperationsPerInvocation(),
                entry.getJvmArgsPrepend(),
                entry.getJvmArgs(),
                entry.getJvmArgsAppend());
        return settings.toString();
    }

    /** Every benchmark whose state starts a cell, with every value of each parameter in turn. */
    private static List<Ran> rows() throws ReflectiveOperationException {
        List<Ran> rows = new ArrayList<>();
        for (String name : ENTRIES.keySet()) {
            BenchmarkListEntry entry = ENTRIES.get(name).get(0);
            for (Class<?> type : OneCall.of(entry, Map.of()).method().getParameterTypes()) {
                if (startsACell(type)) {
                    for (Map<String, String> params : variations(entry)) {
                        rows.add(new Ran(
                                new RowKey(name, "avgt", params),
                                cell(OneCall.of(entry, params).filled(type))));
                    }
                }
            }
        }
        return rows;
    }

    private static Set<Map<String, String>> variations(BenchmarkListEntry entry) {
        Map<String, String> first = new TreeMap<>();
        Map<String, List<String>> values = new TreeMap<>(Entries.enumConstants(entry));
        entry.getParams().orElse(Map.of()).forEach((name, declared) -> {
            first.put(name, declared[0]);
            values.putIfAbsent(name, List.of(declared));
        });
        Set<Map<String, String>> variations = new LinkedHashSet<>(List.of(first));
        values.forEach((name, all) -> all.forEach(value -> {
            Map<String, String> other = new TreeMap<>(first);
            other.put(name, value);
            variations.add(other);
        }));
        return variations;
    }

    /** The states of experiments do not, and that with other messages is not measured as another row is. */
    private static boolean startsACell(Class<?> type) {
        return type == RmiState.class
                || type.getEnclosingClass() == RmiState.class
                || type.getEnclosingClass() == GrpcState.class && type != GrpcState.ByWireFormatAndMessage.class;
    }

    private static Object cell(Object state) {
        return state instanceof RmiState rmi ? rmi.pinning() : ((GrpcState) state).cell();
    }
}
