package dev.callcost.lab;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The key-value service of "So You Want to Optimize gRPC", its throughput beside the bound that a closed loop sets. */
final class KeyValueTable {
    private static final String OPERATION = "KeyValueBenchmark.operation";
    private static final List<String> OUTCOMES = List.of("ok", "alreadyExists", "notFound");
    private static final String DEFAULT_WORK = "10000/50000";
    private static final double SECOND_IN_MICROS = 1e6;
    private static final int FIXED_THREADS = 2;

    /** From the two parts of the text. */
    private static final String PUBLISHED =
            "Published, RPCs/s: 16.55 blocking with a lock; 24.28 and 24.067 with 100 futures"
                    + " and a lock; 2,449.8 with 100 futures and without the lock.";

    private KeyValueTable() {}

    /** The published figures and the table as Markdown, in the order of the file. */
    static String markdown(ResultsFile file) {
        List<Row> rows = Sample.rows(file, OPERATION);
        Grid grid = new Grid()
                .left("store", "work", "read/write, us", "client", "executor", "calls/s")
                .right("bound, calls/s", "of the bound", "handlers at once", "lambda x W", "CPU per call")
                .right("ok", "ALREADY_EXISTS", "NOT_FOUND", "forks");
        for (Row row : rows) {
            Optional<Sample> perServer = workPerServer(row);
            grid.row(
                    param(row, "store"),
                    param(row, "work"),
                    work(row),
                    client(row),
                    param(row, "executor"),
                    EstimateText.plain(Sample.callsPerSecond(row)),
                    perServer
                            .flatMap(Sample::estimate)
                            .map(micros -> Numbers.significant(SECOND_IN_MICROS / micros.value()))
                            .orElse(""),
                    perServer
                            .flatMap(bound -> bound.with(Sample.micros(row), (b, actual) -> b / actual)
                                    .estimate())
                            .map(share -> Numbers.percent(share.value()))
                            .orElse(""),
                    Sample.number(row, "handlersAtOnce"),
                    Sample.number(row, "lambdaW"),
                    Sample.time(row, "cpuMicros"),
                    share(row, "ok"),
                    share(row, "alreadyExists"),
                    share(row, "notFound"),
                    String.valueOf(row.primary().forks().size()));
        }
        return PUBLISHED + "\n\nKey-value operations: " + Caption.of("mean of each fork's iterations", rows)
                + ". The bound is min(in flight, servers) / mean work\n\n" + grid.markdown();
    }

    /** For each fork the mean work divided by the calls that can be worked on at once: the shortest time per call, in microseconds. */
    private static Optional<Sample> workPerServer(Row row) {
        OptionalInt atOnce = atOnce(row);
        return atOnce.isEmpty()
                ? Optional.empty()
                : Sample.means(row, "workMicros")
                        .filter(work -> work.forks().stream().allMatch(micros -> micros > 0))
                        .map(work -> work.times(1.0 / atOnce.getAsInt()));
    }

    /**
     * min(in flight, servers); empty without work, and where the servers are the CPUs, whose number the file does not hold. One
     * call at a time needs no more than one of them.
     */
    private static OptionalInt atOnce(Row row) {
        if (param(row, "work").equals("NONE")) {
            return OptionalInt.empty();
        }
        int most = Math.min(inFlight(row), servers(row));
        boolean byCpus =
                param(row, "work").equals("SPIN") || param(row, "executor").equals("WORK_STEALING");
        return byCpus && most > 1 ? OptionalInt.empty() : OptionalInt.of(most);
    }

    private static int servers(Row row) {
        if (param(row, "store").equals("SYNCHRONIZED") || param(row, "executor").equals("DIRECT")) {
            return 1;
        }
        return param(row, "executor").equals("FIXED") ? FIXED_THREADS : Integer.MAX_VALUE;
    }

    private static int inFlight(Row row) {
        return isBlocking(row) ? 1 : Integer.parseInt(row.params().getOrDefault("inFlight", "100"));
    }

    private static boolean isBlocking(Row row) {
        return param(row, "client").equals("BLOCKING");
    }

    private static String client(Row row) {
        return isBlocking(row) ? "BLOCKING" : param(row, "client") + " " + inFlight(row);
    }

    private static String work(Row row) {
        String work = param(row, "readMicros") + "/" + param(row, "writeMicros");
        return work.equals(DEFAULT_WORK) || param(row, "work").equals("NONE") ? "" : work;
    }

    private static String param(Row row, String name) {
        return row.params().getOrDefault(name, "");
    }

    /** Calls that ended so, of those in all iterations of all forks. */
    private static String share(Row row, String outcome) {
        double all = OUTCOMES.stream().mapToDouble(each -> sum(row, each)).sum();
        return all > 0 ? Numbers.percent(sum(row, outcome) / all) : "";
    }

    private static double sum(Row row, String counter) {
        return Optional.ofNullable(row.secondary().get(counter)).stream()
                .flatMap(metric -> metric.forks().stream())
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
