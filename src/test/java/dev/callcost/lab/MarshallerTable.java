package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a wire format's marshaller takes to encode a message for the first time and again, to decode it, and for the way of a call. */
public final class MarshallerTable {
    private static final String ENCODE = "MarshallerBenchmark.encode";
    private static final String ENCODE_AGAIN = "MarshallerBenchmark.encodeAgain";
    private static final String DECODE = "MarshallerBenchmark.decode";

    private MarshallerTable() {}

    /**
     * The table as Markdown, by message and wire format; one of which the file lacks a direction is left out. Files from before there
     * were several messages have neither their column nor that of a repeated encoding.
     *
     * @throws IllegalArgumentException when the file holds no wire format in both directions
     */
    public static String markdown(ResultsFile file) {
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
}
