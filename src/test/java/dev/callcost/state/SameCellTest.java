package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.RowKey;
import dev.callcost.ladder.Cell;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.transport.ServerHost;
import dev.callcost.transport.Stub;
import dev.callcost.transport.Transport;
import dev.callcost.wireformat.WireFormat;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Rows that are declared to be of one cell run the same cell, in the same way; and rows that run the same cell are declared so. */
class SameCellTest {
    /** A row of a state, and the cell that the state would start. */
    private record Ran(RowKey row, Object cell) {}

    private static final Map<String, List<BenchmarkListEntry>> ENTRIES = BenchmarkList.defaultList()
            .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
            .stream()
            .collect(Collectors.groupingBy(SameCellTest::simpleName));

    @Test
    void cellsAreDeclaredEqualWhereTheStatesStartTheSame() throws ReflectiveOperationException {
        List<Ran> rows = rows();
        assertThat(rows).hasSizeGreaterThan(20);
        for (Ran one : rows) {
            for (Ran other : rows) {
                assertThat(Cell.of(one.row()).equals(Cell.of(other.row())))
                        .as(one.row().label() + " and " + other.row().label())
                        .isEqualTo(one.cell().equals(other.cell()));
            }
        }
    }

    /** A state that is added has to be tried here. */
    @Test
    void everyStateIsTried() {
        assertThat(GrpcState.class.getClasses())
                .containsExactlyInAnyOrder(
                        GrpcState.AnyCell.class,
                        GrpcState.ByWireFormat.class,
                        GrpcState.ByTransport.class,
                        GrpcState.ByServerExecutor.class,
                        GrpcState.ByClientExecutor.class,
                        GrpcState.ByPayload.class,
                        GrpcState.ByWireFormatAndMessage.class,
                        GrpcState.ByServerHost.class,
                        GrpcState.ByPinning.class,
                        GrpcState.BySecurity.class,
                        GrpcState.ByStub.class,
                        GrpcState.DirectByTransport.class);
        assertThat(RmiState.class.getClasses())
                .containsExactlyInAnyOrder(RmiState.ByPinning.class, RmiState.ByServerHost.class);
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
                .hasSize(9);
        Map<RowKey, RowKey> elsewhere = Cell.measuredElsewhere(rows, row -> row);
        assertThat(elsewhere).hasSize(8);
        assertThat(elsewhere.values()).allMatch(row -> row.simpleName().equals("GrpcBenchmark.unary"));
    }

    @Test
    void rowsOfOneCellAreMeasuredAlike() throws ReflectiveOperationException {
        Map<Cell, Set<String>> settings = new LinkedHashMap<>();
        for (Ran row : rows()) {
            settings.computeIfAbsent(Cell.of(row.row()), cell -> new TreeSet<>())
                    .add(settings(ENTRIES.get(row.row().simpleName()).get(0)));
        }
        assertThat(settings.values()).allSatisfy(alike -> assertThat(alike).hasSize(1));
    }

    private static String settings(BenchmarkListEntry entry) {
        return Stream.of(
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
                        entry.getJvmArgsAppend())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    private static List<Ran> rows() throws ReflectiveOperationException {
        List<Ran> rows = new ArrayList<>();
        add(rows, "GrpcBenchmark.unary", new GrpcState.AnyCell());
        for (WireFormat wireFormat : WireFormat.values()) {
            GrpcState.ByWireFormat state = new GrpcState.ByWireFormat();
            state.wireFormat = wireFormat;
            add(rows, "GrpcWireFormatBenchmark.unary", state);
        }
        for (Transport transport : Transport.values()) {
            GrpcState.ByTransport state = new GrpcState.ByTransport();
            state.transport = transport;
            add(rows, "GrpcTransportBenchmark.unary", state);
            GrpcState.DirectByTransport direct = new GrpcState.DirectByTransport();
            direct.transport = transport;
            add(rows, "GrpcDirectBenchmark.unary", direct);
        }
        for (Security security : Security.values()) {
            for (Transport transport : List.of(Transport.NIO, Transport.EPOLL)) {
                GrpcState.BySecurity state = new GrpcState.BySecurity();
                state.security = security;
                state.transport = transport;
                add(rows, "GrpcSecurityBenchmark.unary", state);
            }
        }
        for (Stub stub : Stub.values()) {
            GrpcState.ByStub state = new GrpcState.ByStub();
            state.stub = stub;
            add(rows, "GrpcStubBenchmark.call", state);
        }
        for (CallExecutor executor : CallExecutor.values()) {
            GrpcState.ByServerExecutor server = new GrpcState.ByServerExecutor();
            server.executor = executor;
            add(rows, "GrpcServerExecutorBenchmark.unary", server);
            GrpcState.ByClientExecutor client = new GrpcState.ByClientExecutor();
            client.executor = executor;
            add(rows, "GrpcClientExecutorBenchmark.unary", client);
        }
        for (String payload : params("GrpcPayloadBenchmark.unary").get("payload")) {
            GrpcState.ByPayload state = new GrpcState.ByPayload();
            state.payload = Integer.parseInt(payload);
            add(rows, "GrpcPayloadBenchmark.unary", state);
        }
        for (ServerHost server : ServerHost.values()) {
            GrpcState.ByServerHost state = new GrpcState.ByServerHost();
            state.server = server;
            add(rows, "GrpcServerHostBenchmark.unary", state);
            RmiState.ByServerHost rmi = new RmiState.ByServerHost();
            rmi.server = server;
            rows.add(new Ran(key("RmiServerHostBenchmark.call", paramsOf(rmi)), cell(rmi)));
        }
        rows.add(new Ran(key("RmiBenchmark.call", Map.of()), cell(new RmiState())));
        for (Pinning pinning : Pinning.values()) {
            GrpcState.AnyCell any = new GrpcState.AnyCell();
            setDefaults(any);
            any.pinning = pinning;
            if (pinning != Pinning.ONE_CPU) {
                addAsItIs(rows, "GrpcBenchmark.unary", any);
            }
            GrpcState.ByPinning state = new GrpcState.ByPinning();
            state.pinning = pinning;
            add(rows, "GrpcPinningBenchmark.unary", state);
            RmiState.ByPinning rmi = new RmiState.ByPinning();
            rmi.pinning = pinning;
            rows.add(new Ran(key("RmiPinningBenchmark.call", paramsOf(rmi)), cell(rmi)));
        }
        return rows;
    }

    private static Object cell(RmiState state) {
        return List.of(state.pinning(), state.server());
    }

    private static void add(List<Ran> rows, String benchmark, GrpcState state) throws ReflectiveOperationException {
        if (state instanceof GrpcState.AnyCell any) {
            setDefaults(any);
        }
        addAsItIs(rows, benchmark, state);
    }

    private static void addAsItIs(List<Ran> rows, String benchmark, GrpcState state) throws IllegalAccessException {
        rows.add(new Ran(key(benchmark, paramsOf(state)), state.cell()));
    }

    /** What JMH would set where the command line says nothing. */
    private static void setDefaults(GrpcState.AnyCell state) throws ReflectiveOperationException {
        for (Map.Entry<String, String[]> param : params("GrpcBenchmark.unary").entrySet()) {
            assertThat(param.getValue()).hasSize(1);
            Field field = GrpcState.AnyCell.class.getField(param.getKey());
            String value = param.getValue()[0];
            field.set(
                    state,
                    field.getType() == int.class
                            ? Integer.valueOf(value)
                            : Arrays.stream(field.getType().getEnumConstants())
                                    .filter(constant ->
                                            ((Enum<?>) constant).name().equals(value))
                                    .findFirst()
                                    .orElseThrow());
        }
    }

    /** The params as a results file has them. */
    private static Map<String, String> paramsOf(Object state) throws IllegalAccessException {
        Map<String, String> params = new TreeMap<>();
        for (Field field : state.getClass().getFields()) {
            if (field.isAnnotationPresent(Param.class)) {
                Object value = field.get(state);
                params.put(
                        field.getName(), value instanceof Enum<?> constant ? constant.name() : String.valueOf(value));
            }
        }
        return params;
    }

    private static Map<String, String[]> params(String benchmark) {
        return ENTRIES.get(benchmark).get(0).getParams().get();
    }

    private static RowKey key(String benchmark, Map<String, String> params) {
        Collection<String> known = ENTRIES.get(benchmark).stream()
                .flatMap(entry -> entry.getParams().orElse(Map.of()).keySet().stream())
                .toList();
        assertThat(params.keySet()).as(benchmark).hasSameElementsAs(known);
        return new RowKey(ENTRIES.get(benchmark).get(0).getUsername(), "avgt", params);
    }

    private static String simpleName(BenchmarkListEntry entry) {
        return new RowKey(entry.getUsername(), "avgt", Map.of()).simpleName();
    }
}
