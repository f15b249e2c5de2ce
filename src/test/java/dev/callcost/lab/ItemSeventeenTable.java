package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The driver of "Recognize the cost of network access": its five parts as published, run again, and measured warm. */
final class ItemSeventeenTable {
    private static final String DRIVER = "ItemSeventeenBenchmark.asPublished";
    private static final double PUBLISHED_CALLS = 5_000_000;

    private static final String INLINE = "InlineCallBenchmark.latency";
    private static final String FUNCTION = "LocalCallBenchmark.staticCall";
    private static final String RMI = "RmiBenchmark.call";

    /** The output of {@code java Driver} in the item. */
    private static final List<Part> PARTS = List.of(
            new Part("inline, first time", 340, "inlineFirst", INLINE),
            new Part("function, first time", 271, "functionFirst", FUNCTION),
            new Part("inline, second time", 190, "inlineSecond", INLINE),
            new Part("function, second time", 351, "functionSecond", FUNCTION),
            new Part("RMI", 437_559, "rmi", RMI));

    private record Part(String name, int publishedMillis, String counter, String warm) {
        Estimate published() {
            return new Estimate(Math.log(publishedMillis * 1e6 / PUBLISHED_CALLS), 0, 0, 1);
        }
    }

    private ItemSeventeenTable() {}

    /** The table as Markdown. A fork's value is that of its first iteration, the only one in a fresh JVM. */
    static String markdown(ResultsFile file) {
        Row driver = Sample.rows(file, DRIVER).get(0);
        Grid grid = new Grid()
                .left("part")
                .right("published, ms")
                .left("published, per call", "the driver here")
                .right("forks")
                .left("warmed up")
                .right("forks")
                .left("measured by");
        List<Row> warmRows = new ArrayList<>();
        for (Part part : PARTS) {
            Optional<Metric> here = Optional.ofNullable(driver.secondary().get(part.counter))
                    .filter(metric -> metric.forks().stream().noneMatch(List::isEmpty));
            if (here.isEmpty()) {
                continue;
            }
            Estimate time = first(here.get());
            Optional<Row> warm = warm(file, part.warm);
            warm.filter(row -> !warmRows.contains(row)).ifPresent(warmRows::add);
            grid.row(
                    part.name,
                    String.format(Locale.ROOT, "%,d", part.publishedMillis),
                    EstimateText.plainTime(part.published()),
                    EstimateText.time(time),
                    String.valueOf(time.forks()),
                    warm.map(row -> EstimateText.time(row.nanos().orElseThrow()))
                            .orElse(""),
                    warm.map(row -> String.valueOf(row.primary().forks().size()))
                            .orElse(""),
                    warm.map(Row::simpleName).orElse(""));
        }
        if (grid.markdown().isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no part of " + DRIVER);
        }
        return "Time per call. The driver: " + Caption.of("one run in each fork's fresh JVM", List.of(driver))
                + (warmRows.isEmpty() ? "" : ". Warmed up: " + Caption.of(warmRows)) + "\n\n" + grid.markdown();
    }

    private static Estimate first(Metric counter) {
        return new Sample(counter.forks().stream().map(fork -> fork.get(0)).toList())
                .estimate()
                .orElseThrow();
    }

    private static Optional<Row> warm(ResultsFile file, String benchmark) {
        return file.rows().stream()
                .filter(row -> row.simpleName().equals(benchmark) && row.mode().equals("avgt") && row.threads() == 1)
                .filter(row -> row.nanos().isPresent())
                .findFirst();
    }
}
