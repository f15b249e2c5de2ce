package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.stats.Scatter;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Wire formats by heap and payload: all four cells of a table; the source published two. */
final class HeapTable {
    private static final String SMALL = "SmallHeapBenchmark.unary";
    private static final String LARGE = "LargeHeapBenchmark.unary";
    private static final String LONGS = "longs";

    private static final double MILLIS = 1e3;

    /** As both benchmarks have it, JMH's results have it as text only. */
    private static final double ITERATION_SECONDS = 0.5;

    /** RPCs a second with the tiny payload in 256 MB, and with 1,000 longs in 20 MB; from the sequel to "Integrating Chronicle Wire with GRPC backend". */
    private static final Map<String, Published> PUBLISHED = Map.of(
            "GSON", new Published("7,010", "754"),
            "PROTOBUF", new Published("7,658", "3,079"),
            "COPYING_WIRE", new Published("7,037", "1,674"));

    private record Published(String largeHeapTiny, String smallHeapThousand) {}

    private record Cell(String heap, String wireFormat, int longs) {
        static Cell of(Row row) {
            return new Cell(
                    row.simpleName(),
                    row.params().getOrDefault(Sample.WIRE_FORMAT, ""),
                    Integer.parseInt(row.params().getOrDefault(LONGS, "0")));
        }
    }

    private HeapTable() {}

    /** The table as Markdown, a line for each wire format; cells that the file lacks stay empty. */
    static String markdown(ResultsFile file) {
        List<Row> rows = Sample.rows(file, SMALL, LARGE);
        RowEstimates estimates = RowEstimates.of(rows, Scatter::of, Metric::estimateOfMeans);
        Map<Cell, Estimate> rates = rows.stream()
                .collect(Collectors.toMap(
                        Cell::of, row -> Sample.callsPerSecond(row, estimates.score(row)), (first, again) -> first));
        SortedSet<Integer> payloads = new TreeSet<>();
        Map<String, Integer> forks = new TreeMap<>();
        for (Row row : rows) {
            payloads.add(Cell.of(row).longs);
            forks.merge(Cell.of(row).wireFormat, row.primary().forks().size(), Math::min);
        }
        Grid grid = new Grid().left("wire format");
        for (int longs : payloads) {
            grid.left(
                    "256 MB, " + longs + " longs", "20 MB, " + longs + " longs", "20 MB / 256 MB, " + longs + " longs");
        }
        grid.right("forks", "published: 256 MB, tiny", "published: 20 MB, 1000 longs");
        forks.forEach((wireFormat, fewest) -> {
            List<String> cells = new ArrayList<>(List.of(wireFormat));
            for (int longs : payloads) {
                Optional<Estimate> large = Optional.ofNullable(rates.get(new Cell(LARGE, wireFormat, longs)));
                Optional<Estimate> small = Optional.ofNullable(rates.get(new Cell(SMALL, wireFormat, longs)));
                cells.add(large.map(EstimateText::plain).orElse(""));
                cells.add(small.map(EstimateText::plain).orElse(""));
                cells.add(small.flatMap(part -> large.map(part::ratioTo))
                        .map(EstimateText::ratio)
                        .orElse(""));
            }
            Published published = PUBLISHED.getOrDefault(wireFormat, new Published("", ""));
            cells.addAll(List.of(String.valueOf(fewest), published.largeHeapTiny, published.smallHeapThousand));
            grid.row(cells.toArray(String[]::new));
        });
        return "Calls/s by heap and payload: " + Caption.of("mean of each fork's iterations", rows, estimates) + "\n\n"
                + grid.markdown();
    }

    /**
     * What the collector had to do in each cell as Markdown, from {@code -prof gc}: not what it does beside the threads, and of JDK 17
     * not the pauses for remark and cleanup, for which JDK 25's G1 has a bean, "G1 Concurrent GC", and 17's has none.
     */
    static String collections(ResultsFile file) {
        Grid grid = new Grid()
                .left("heap", "wire format")
                .right("longs", "B/op", "collections a second", "pauses, of the time");
        for (Row row : Sample.rows(file, SMALL, LARGE)) {
            Cell cell = Cell.of(row);
            grid.row(
                    cell.heap.equals(SMALL) ? "20 MB" : "256 MB",
                    cell.wireFormat,
                    String.valueOf(cell.longs),
                    row.bytesPerOp().map(Metric::mean).map(Numbers::bytes).orElse(""),
                    perSecond(row, "gc.count").map(Numbers::significant).orElse(""),
                    perSecond(row, "gc.time")
                            .map(millis -> Numbers.percent(millis / MILLIS))
                            .orElse(""));
        }
        return "Collections within the measured iterations by -prof gc: mean over iterations and forks; of JDK 17 without"
                + " the pauses that end a marking\n\n" + grid.markdown();
    }

    /** A sum of JMH's collector profiler by second; an iteration without a collection has a count of zero and no time. */
    private static Optional<Double> perSecond(Row row, String metric) {
        Metric counts = row.secondary().get("gc.count");
        Metric summed = row.secondary().get(metric);
        return counts == null || summed == null
                ? Optional.empty()
                : Optional.of(scores(summed).sum() / (scores(counts).count() * ITERATION_SECONDS));
    }

    private static DoubleStream scores(Metric metric) {
        return metric.forks().stream().flatMap(List::stream).mapToDouble(Double::doubleValue);
    }
}
