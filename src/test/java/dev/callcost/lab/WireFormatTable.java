package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.state.MessageContent;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.wireformat.WireFormat;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** What a whole call takes with each wire format and message. */
final class WireFormatTable {
    private static final String CALL = "GrpcWireFormatMessageBenchmark.unary";

    private WireFormatTable() {}

    /**
     * The table as Markdown, by message and wire format, with ratios to protobuf's call with the same message, if the file has it.
     *
     * @throws IllegalArgumentException when the file holds no such call
     */
    static String markdown(ResultsFile file) {
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
            OptionalDouble bytes = call.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty());
            grid.row(
                    message(call),
                    wireFormat(call),
                    EstimateText.time(nanos) + ladder.mark(call),
                    ratio,
                    Numbers.bytes(bytes));
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
