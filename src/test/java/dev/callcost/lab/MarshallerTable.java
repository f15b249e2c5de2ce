package dev.callcost.lab;

import dev.callcost.results.Caption;
import dev.callcost.results.Estimate;
import dev.callcost.results.EstimateText;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a wire format's marshaller takes to encode a message, to decode it, and for both. */
public final class MarshallerTable {
    private static final String ENCODE = "MarshallerBenchmark.encode";
    private static final String DECODE = "MarshallerBenchmark.decode";

    private MarshallerTable() {}

    /**
     * The table as Markdown, by name of the wire format; one of which the file lacks a direction is left out.
     *
     * @throws IllegalArgumentException when the file holds no wire format in both directions
     */
    public static String markdown(ResultsFile file) {
        Map<String, Row> encode = byWireFormat(file, ENCODE);
        Map<String, Row> decode = byWireFormat(file, DECODE);
        encode.keySet().retainAll(decode.keySet());
        if (encode.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no wire format's encode and decode");
        }
        Grid grid = new Grid()
                .left("wire format", "encode")
                .right("B/op")
                .left("decode")
                .right("B/op")
                .left("encode + decode")
                .right("B/op");
        List<Row> rows = new ArrayList<>();
        encode.forEach((wireFormat, there) -> {
            Row back = decode.get(wireFormat);
            Estimate thereTime = there.nanos().orElseThrow();
            Estimate backTime = back.nanos().orElseThrow();
            OptionalDouble thereBytes = bytes(there);
            OptionalDouble backBytes = bytes(back);
            grid.row(
                    wireFormat,
                    EstimateText.time(thereTime),
                    Numbers.bytes(thereBytes),
                    EstimateText.time(backTime),
                    Numbers.bytes(backBytes),
                    EstimateText.time(thereTime.plus(backTime)),
                    Numbers.bytes(sum(thereBytes, backBytes)));
            rows.addAll(List.of(there, back));
        });
        return "Time per message: " + Caption.of(rows) + "\n\n" + grid.markdown();
    }

    private static SortedMap<String, Row> byWireFormat(ResultsFile file, String benchmark) {
        SortedMap<String, Row> rows = new TreeMap<>();
        for (Row row : file.rows()) {
            if (row.simpleName().equals(benchmark)
                    && row.nanos().isPresent()
                    && row.params().containsKey("wireFormat")) {
                rows.putIfAbsent(row.params().get("wireFormat"), row);
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
}
