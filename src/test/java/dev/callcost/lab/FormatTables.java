package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.state.MessageContent;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.wireformat.WireFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a marshaller and a whole call take with each wire format and message, as Markdown. */
final class FormatTables {
    private static final String CALL = "GrpcWireFormatMessageBenchmark.unary";
    private static final String ENCODE = "MarshallerBenchmark.encode";
    private static final String ENCODE_AGAIN = "MarshallerBenchmark.encodeAgain";
    private static final String DECODE = "MarshallerBenchmark.decode";

    private FormatTables() {}

    /**
     * What a marshaller takes to encode a message for the first time and again, to decode it, and for both ways, by message and wire format. A wire
     * format without both directions is left out.
     */
    static String marshaller(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        RowEstimates estimates = ladder.estimates();
        Map<List<String>, Row> encode = byMessageAndFormat(ladder, ENCODE);
        Map<List<String>, Row> again = byMessageAndFormat(ladder, ENCODE_AGAIN);
        Map<List<String>, Row> decode = byMessageAndFormat(ladder, DECODE);
        encode.keySet().retainAll(decode.keySet());
        if (encode.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no wire format's encode and decode");
        }
        Grid grid = new Grid()
                .left("message", "wire format", "encode")
                .right("B/op")
                .left("encode again")
                .right("B/op")
                .left("decode")
                .right("B/op")
                .left("encode + decode")
                .right("B/op");
        List<Row> rows = new ArrayList<>();
        encode.forEach((cell, there) -> {
            Row back = decode.get(cell);
            Optional<Row> repeated = Optional.ofNullable(again.get(cell));
            Estimate thereTime = estimates.nanos(there).orElseThrow();
            Estimate backTime = estimates.nanos(back).orElseThrow();
            OptionalDouble thereBytes = bytes(there);
            OptionalDouble backBytes = bytes(back);
            grid.row(
                    cell.get(0),
                    cell.get(1),
                    EstimateText.time(thereTime) + ladder.mark(there),
                    Numbers.bytes(thereBytes),
                    repeated.map(row -> EstimateText.time(estimates.nanos(row).orElseThrow()) + ladder.mark(row))
                            .orElse(""),
                    repeated.map(row -> Numbers.bytes(bytes(row))).orElse(""),
                    EstimateText.time(backTime) + ladder.mark(back),
                    Numbers.bytes(backBytes),
                    EstimateText.time(thereTime.plus(backTime)),
                    Numbers.bytes(sum(thereBytes, backBytes)));
            rows.addAll(List.of(there, back));
            repeated.ifPresent(rows::add);
        });
        return "Time per message: " + ladder.caption(rows) + "\n\n" + grid.markdown();
    }

    private static SortedMap<List<String>, Row> byMessageAndFormat(Ladder ladder, String benchmark) {
        SortedMap<List<String>, Row> rows = new TreeMap<>(Comparator.comparing(Object::toString));
        for (Row row : ladder.rows()) {
            if (row.simpleName().equals(benchmark)
                    && row.nanos().isPresent()
                    && row.params().containsKey(Sample.WIRE_FORMAT)) {
                String message = row.params().getOrDefault("message", "");
                rows.putIfAbsent(List.of(message, row.params().get(Sample.WIRE_FORMAT)), row);
            }
        }
        return rows;
    }

    private static OptionalDouble bytes(Row row) {
        return row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble sum(OptionalDouble a, OptionalDouble b) {
        if (a.isEmpty() || b.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(a.getAsDouble() + b.getAsDouble());
    }

    /** What a whole call takes, by message and wire format, with ratios to protobuf's call with the same message, if the file has it. */
    static String calls(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        List<Row> calls = ladder.rows().stream()
                .filter(row -> row.simpleName().equals(CALL) && row.nanos().isPresent())
                .sorted(Comparator.comparing((Row row) -> MessageContent.valueOf(message(row)))
                        .thenComparing(row -> WireFormat.valueOf(wireFormat(row))))
                .toList();
        if (calls.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no " + CALL);
        }
        Grid grid = new Grid()
                .left("message", "wire format", "time per call", "/ PROTOBUF")
                .right("B/op");
        for (Row call : calls) {
            Estimate nanos = ladder.estimates().nanos(call).orElseThrow();
            String ratio = Sample.protobufs(calls, call)
                    .map(row -> EstimateText.ratio(
                            nanos.ratioTo(ladder.estimates().nanos(row).orElseThrow())))
                    .orElse("");
            grid.row(
                    message(call),
                    wireFormat(call),
                    EstimateText.time(nanos) + ladder.mark(call),
                    ratio,
                    Numbers.bytes(bytes(call)));
        }
        return "Time per gRPC call, by message sent and echoed: " + ladder.caption(calls) + "\n\n" + grid.markdown();
    }

    private static String message(Row row) {
        return row.params().get("message");
    }

    private static String wireFormat(Row row) {
        return row.params().get(Sample.WIRE_FORMAT);
    }
}
