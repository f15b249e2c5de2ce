package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.state.MessageContent;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import dev.callcost.wireformat.WireFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What a marshaller and a whole call take with each wire format and message, as Markdown. */
final class FormatTables {
    private static final Comparator<Row> BY_NAME = Comparator.comparing(row -> message(row) + ", " + wireFormat(row));

    private FormatTables() {}

    /** A message in a wire format: its first encoding, an encoding again, and its decoding; null where the file lacks it. */
    private record Cell(Row encode, Row again, Row decode) {
        Stream<Row> rows() {
            return Stream.of(encode, decode, again).filter(Objects::nonNull);
        }
    }

    /**
     * What a marshaller takes to encode a message for the first time and again, to decode it, and for both ways, by message and wire format. A wire
     * format without both directions is left out.
     */
    static String marshaller(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        List<Cell> cells = Sample.some(
                rows(ladder, "encode")
                        .sorted(BY_NAME)
                        .map(row -> new Cell(row, alike(ladder, "encodeAgain", row), alike(ladder, "decode", row)))
                        .filter(cell -> cell.decode != null)
                        .toList(),
                file,
                "wire format's encode and decode");
        Table<Cell> table = new Table<Cell>()
                .left("message", cell -> message(cell.encode))
                .left("wire format", cell -> wireFormat(cell.encode))
                .left("encode", cell -> time(ladder, cell.encode))
                .right("B/op", cell -> Numbers.bytes(bytes(cell.encode)))
                .left("encode again", cell -> time(ladder, cell.again))
                .right("B/op", cell -> Numbers.bytes(bytes(cell.again)))
                .left("decode", cell -> time(ladder, cell.decode))
                .right("B/op", cell -> Numbers.bytes(bytes(cell.decode)))
                .left(
                        "encode + decode",
                        cell -> EstimateText.time(nanos(ladder, cell.encode).plus(nanos(ladder, cell.decode))))
                .right("B/op", cell -> Numbers.bytes(sum(bytes(cell.encode), bytes(cell.decode))));
        return "Time per message: "
                + ladder.caption(cells.stream().flatMap(Cell::rows).toList()) + "\n\n"
                + table.of(cells).markdown();
    }

    private static Stream<Row> rows(Ladder ladder, String method) {
        return ladder.rows().stream()
                .filter(row -> row.simpleName().equals("MarshallerBenchmark." + method)
                        && row.nanos().isPresent()
                        && !wireFormat(row).isEmpty());
    }

    private static Row alike(Ladder ladder, String method, Row row) {
        return rows(ladder, method)
                .filter(other -> BY_NAME.compare(other, row) == 0)
                .findFirst()
                .orElse(null);
    }

    private static Estimate nanos(Ladder ladder, Row row) {
        return ladder.estimates().nanos(row).orElseThrow();
    }

    private static String time(Ladder ladder, Row row) {
        return row == null ? "" : EstimateText.time(nanos(ladder, row)) + ladder.mark(row);
    }

    private static OptionalDouble bytes(Row row) {
        return Optional.ofNullable(row)
                .flatMap(Row::bytesPerOp)
                .map(Metric::mean)
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble sum(OptionalDouble a, OptionalDouble b) {
        return a.isEmpty() || b.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(a.getAsDouble() + b.getAsDouble());
    }

    /** What a whole call takes, by message and wire format, with ratios to protobuf's call with the same message, if the file has it. */
    static String calls(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        String benchmark = "GrpcWireFormatMessageBenchmark.unary";
        List<Row> calls = Sample.some(
                ladder.rows().stream()
                        .filter(row -> row.simpleName().equals(benchmark)
                                && row.nanos().isPresent())
                        .sorted(Comparator.comparing((Row row) -> MessageContent.valueOf(message(row)))
                                .thenComparing(row -> WireFormat.valueOf(wireFormat(row))))
                        .toList(),
                file,
                benchmark);
        Table<Row> table = new Table<Row>()
                .left("message", FormatTables::message)
                .left("wire format", FormatTables::wireFormat)
                .left("time per call", row -> time(ladder, row))
                .left(
                        "/ PROTOBUF",
                        row -> Sample.protobufs(calls, row)
                                .map(other ->
                                        EstimateText.ratio(nanos(ladder, row).ratioTo(nanos(ladder, other)))))
                .right("B/op", row -> Numbers.bytes(bytes(row)));
        return "Time per gRPC call, by message sent and echoed: " + ladder.caption(calls) + "\n\n"
                + table.of(calls).markdown();
    }

    private static String message(Row row) {
        return Sample.param(row, "message");
    }

    private static String wireFormat(Row row) {
        return Sample.param(row, Sample.WIRE_FORMAT);
    }
}
