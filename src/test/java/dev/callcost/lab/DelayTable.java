package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;

/** Clients and a handler's delay: the table of "Integrating Chronicle Wire with GRPC backend", and what was measured here. */
final class DelayTable {
    private static final String CLASS = "ClientsDelayBenchmark.";
    private static final String AS_PUBLISHED = CLASS + "asPublished";
    private static final double NANOS_PER_MICRO = 1e3;

    /** Clients; RPCs; RPCs/s; sum(us); avg(us); simulated_delay(us); delta(us), each of ten seconds. */
    private static final List<String> PUBLISHED = List.of(
            "1,27627,2762.70,9766997.00,353.53,0,353.53",
            "10,60806,6080.60,9728751.00,160.00,0,160.00",
            "100,61799,6179.90,9762235.00,157.97,0,157.97",
            "1,6066,606.60,9954892.00,1641.10,1,1640.10",
            "10,6150,615.00,9954252.00,1618.58,1,1617.58",
            "100,6164,616.40,9951140.00,1614.40,1,1613.40",
            "1,6138,613.80,9954634.00,1621.80,10,1611.80",
            "10,6044,604.40,9949912.00,1646.25,10,1636.25",
            "100,5943,594.30,9945836.00,1673.54,10,1663.54",
            "1,6090,609.00,9948296.00,1633.55,100,1533.55",
            "10,6116,611.60,9947999.00,1626.55,100,1526.55",
            "100,6083,608.30,9928227.00,1632.13,100,1532.13",
            "1,6013,601.30,9954174.00,1655.44,1000,655.44",
            "10,6015,601.50,9960095.00,1655.88,1000,655.88",
            "100,6105,610.50,9950295.00,1629.86,1000,629.86");

    private DelayTable() {}

    /**
     * The author's table as Markdown; nothing of it comes from the file.
     *
     * @param file any results
     */
    static String published(ResultsFile file) {
        Grid grid =
                new Grid().right("Clients", "RPCs", "RPCs/s", "sum(us)", "avg(us)", "simulated_delay(us)", "delta(us)");
        PUBLISHED.forEach(row -> grid.row(row.split(",")));
        return "As published, ten seconds each in one JVM, nothing warmed up\n\n" + grid.markdown();
    }

    static String markdown(ResultsFile file) {
        List<Row> rows =
                Sample.rows(file, AS_PUBLISHED, CLASS + "oneClient", CLASS + "tenClients", CLASS + "hundredClients");
        boolean wireFormats = rows.stream()
                        .map(row -> param(row, Sample.WIRE_FORMAT))
                        .distinct()
                        .count()
                > 1;
        Grid grid = new Grid()
                .left("client")
                .right("clients")
                .left("delay", "wire format")
                .right("asked, us")
                .left("measured", "RPCs/s", "/ PROTOBUF", "average latency", "delta")
                .right("in flight: configured", "lambda x W", "handlers at work", "CPU per call", "forks");
        for (Row row : rows) {
            boolean permits = row.simpleName().equals(AS_PUBLISHED);
            String clients = permits ? param(row, "clients") : String.valueOf(row.threads());
            Estimate rate = Sample.callsPerSecond(row);
            Optional<Sample> work = Sample.means(row, "workMicros");
            Optional<Sample> latency = Sample.means(row, "latencyMicros");
            grid.row(
                    permits ? "as published" : "threads",
                    clients,
                    param(row, "delay"),
                    wireFormats ? param(row, Sample.WIRE_FORMAT) : "",
                    param(row, "delayMicros"),
                    work.map(DelayTable::time).orElse(""),
                    EstimateText.plain(rate),
                    Sample.protobufs(rows, row)
                            .map(protobuf -> rate.ratioTo(Sample.callsPerSecond(protobuf)))
                            .map(EstimateText::ratio)
                            .orElse(""),
                    latency.map(DelayTable::time).orElse(""),
                    latency.flatMap(whole -> work.map(part -> whole.with(part, (w, p) -> w - p)))
                            .map(DelayTable::time)
                            .orElse(""),
                    permits ? clients + (clients.equals("1") ? " permit" : " permits") : clients,
                    Sample.number(row, "lambdaW"),
                    Sample.number(row, "handlersAtOnce"),
                    Sample.time(row, "cpuMicros"),
                    String.valueOf(row.primary().forks().size()));
        }
        return "Clients and delay: " + Caption.of("mean of each fork's iterations", rows)
                + ". delta = average latency - measured delay\n\n" + grid.markdown();
    }

    private static String param(Row row, String name) {
        return row.params().getOrDefault(name, "");
    }

    /** Zero, and a mean without an interval when a fork's value is negative, are possible: no work, and a delta lost in noise. */
    private static String time(Sample micros) {
        Optional<Estimate> estimate = micros.estimate();
        return estimate.map(value -> EstimateText.time(value.times(NANOS_PER_MICRO)))
                .orElseGet(() -> micros.mean() == 0 ? "0" : Numbers.significant(micros.mean()) + " us");
    }
}
