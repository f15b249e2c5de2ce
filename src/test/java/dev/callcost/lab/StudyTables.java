package dev.callcost.lab;

import static dev.callcost.lab.Sample.NANOS_PER_MICRO;
import static dev.callcost.lab.Sample.WIRE_FORMAT;
import static dev.callcost.lab.Sample.param;
import static dev.callcost.lab.Sample.rows;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.stats.Scatter;
import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Tables of one study each, as Markdown: published figures, and what was measured here. */
final class StudyTables {
    private static final String MEANS = "mean of each fork's iterations";

    private StudyTables() {}

    /** Clients and a handler's delay, after "Integrating Chronicle Wire with GRPC backend". */
    static String delay(ResultsFile file) {
        String benchmark = "ClientsDelayBenchmark.";
        List<Row> rows = rows(
                file,
                benchmark + "asPublished",
                benchmark + "oneClient",
                benchmark + "tenClients",
                benchmark + "hundredClients");
        boolean wireFormats =
                rows.stream().map(row -> param(row, WIRE_FORMAT)).distinct().count() > 1;
        Table<Row> table = new Table<Row>()
                .left("client", row -> isOfPermits(row) ? "as published" : "threads")
                .right("clients", StudyTables::clients)
                .left("delay", row -> param(row, "delay"))
                .left("wire format", row -> wireFormats ? param(row, WIRE_FORMAT) : "")
                .right("asked, us", row -> param(row, "delayMicros"))
                .left("measured", row -> Sample.means(row, "workMicros").map(StudyTables::time))
                .left("RPCs/s", row -> EstimateText.plain(Sample.callsPerSecond(row)))
                .left(
                        "/ PROTOBUF",
                        row -> Sample.protobufs(rows, row)
                                .map(protobuf -> Sample.callsPerSecond(row).ratioTo(Sample.callsPerSecond(protobuf)))
                                .map(EstimateText::ratio))
                .left(
                        "average latency",
                        row -> Sample.means(row, "latencyMicros").map(StudyTables::time))
                .left(
                        "delta",
                        row -> Sample.means(row, "latencyMicros")
                                .flatMap(latency -> Sample.means(row, "workMicros")
                                        .map(work -> latency.with(work, (w, p) -> w - p)))
                                .map(StudyTables::time))
                .right("in flight: configured", row -> clients(row) + permits(row))
                .right("lambda x W", row -> Sample.number(row, "lambdaW"))
                .right("handlers at work", row -> Sample.number(row, "handlersAtOnce"))
                .right("CPU per call", row -> Sample.time(row, "cpuMicros"))
                .right("forks", Sample::forks);
        return "Clients and delay: " + Caption.of(MEANS, rows) + ". delta = average latency - measured delay\n\n"
                + table.of(rows).markdown();
    }

    private static boolean isOfPermits(Row row) {
        return row.simpleName().endsWith(".asPublished");
    }

    private static String clients(Row row) {
        return isOfPermits(row) ? param(row, "clients") : String.valueOf(row.threads());
    }

    private static String permits(Row row) {
        return !isOfPermits(row) ? "" : clients(row).equals("1") ? " permit" : " permits";
    }

    /** No work takes 0. A delta that is lost in noise, so that a fork's value is negative, has a mean without an interval. */
    private static String time(Sample micros) {
        return micros.estimate()
                .map(value -> EstimateText.time(value.times(NANOS_PER_MICRO)))
                .orElseGet(() -> micros.mean() == 0 ? "0" : Numbers.significant(micros.mean()) + " us");
    }

    /** The key-value service of "So You Want to Optimize gRPC", its throughput beside the bound that a closed loop sets. */
    static String keyValue(ResultsFile file) {
        double second = 1e6;
        List<Row> rows = rows(file, "KeyValueBenchmark.operation");
        Table<Row> table = new Table<Row>()
                .left("store", row -> param(row, "store"))
                .left("work", row -> param(row, "work"))
                .left("read/write, us", StudyTables::work)
                .left("client", row -> param(row, "client") + (inFlight(row) == 1 ? "" : " " + inFlight(row)))
                .left("executor", row -> param(row, "executor"))
                .left("calls/s", row -> EstimateText.plain(Sample.callsPerSecond(row)))
                .right(
                        "bound, calls/s",
                        row -> shortest(row)
                                .flatMap(Sample::estimate)
                                .map(micros -> Numbers.significant(second / micros.value())))
                .right(
                        "of the bound",
                        row -> shortest(row)
                                .flatMap(bound -> bound.with(Sample.micros(row), (b, actual) -> b / actual)
                                        .estimate())
                                .map(share -> Numbers.percent(share.value())))
                .right("handlers at once", row -> Sample.number(row, "handlersAtOnce"))
                .right("lambda x W", row -> Sample.number(row, "lambdaW"))
                .right("CPU per call", row -> Sample.time(row, "cpuMicros"))
                .right("ok", row -> outcome(row, "ok"))
                .right("ALREADY_EXISTS", row -> outcome(row, "alreadyExists"))
                .right("NOT_FOUND", row -> outcome(row, "notFound"))
                .right("forks", Sample::forks);
        return "Published, RPCs/s: 16.55 blocking with a lock; 24.28 and 24.067 with 100 futures and a lock; 2,449.8 with 100"
                + " futures and without the lock.\n\nKey-value operations: " + Caption.of(MEANS, rows)
                + ". The bound is min(in flight, servers) / mean work\n\n"
                + table.of(rows).markdown();
    }

    /** Each fork's shortest time per call, in microseconds: the mean work divided by the calls that are worked on at once. */
    private static Optional<Sample> shortest(Row row) {
        OptionalInt atOnce = atOnce(row);
        return Sample.means(row, "workMicros")
                .filter(work -> atOnce.isPresent() && work.forks().stream().allMatch(micros -> micros > 0))
                .map(work -> work.times(1.0 / atOnce.getAsInt()));
    }

    /**
     * min(in flight, servers); empty without work, and where the servers are the CPUs, whose number the file does not hold. One call at a time needs no
     * more than one of them.
     */
    private static OptionalInt atOnce(Row row) {
        String work = param(row, "work");
        String executor = param(row, "executor");
        boolean isOneByOne = param(row, "store").equals("SYNCHRONIZED") || executor.equals("DIRECT");
        int servers = isOneByOne ? 1 : executor.equals("FIXED") ? 2 : Integer.MAX_VALUE;
        int most = Math.min(inFlight(row), servers);
        boolean byCpus = work.equals("SPIN") || executor.equals("WORK_STEALING");
        return work.equals("NONE") || byCpus && most > 1 ? OptionalInt.empty() : OptionalInt.of(most);
    }

    private static int inFlight(Row row) {
        return param(row, "client").equals("BLOCKING")
                ? 1
                : Integer.parseInt(row.params().getOrDefault("inFlight", "100"));
    }

    private static String work(Row row) {
        String work = param(row, "readMicros") + "/" + param(row, "writeMicros");
        return work.equals("10000/50000") || param(row, "work").equals("NONE") ? "" : work;
    }

    /** Calls that ended so, as a share of those in all iterations of all forks. */
    private static String outcome(Row row, String outcome) {
        double all = Stream.of("ok", "alreadyExists", "notFound")
                .mapToDouble(each -> sum(row, each))
                .sum();
        return all > 0 ? Numbers.percent(sum(row, outcome) / all) : "";
    }

    private static double sum(Row row, String counter) {
        return Optional.ofNullable(row.secondary().get(counter)).stream()
                .flatMapToDouble(StudyTables::scores)
                .sum();
    }

    private static DoubleStream scores(Metric metric) {
        return metric.forks().stream().flatMap(List::stream).mapToDouble(Double::doubleValue);
    }

    /** RMI calls after a pause: what they take, and how many were pinged first. */
    static String idle(ResultsFile file) {
        String call = "RmiIdleBenchmark.call";
        List<Row> rows = rows(file, call, "RmiIdleBenchmark.secondCall").stream()
                .sorted(Comparator.comparing(Row::simpleName).thenComparing(StudyTables::idleMillis))
                .toList();
        Table<Row> table = new Table<Row>()
                .left("call after the pause", row -> row.simpleName().equals(call) ? "first" : "second")
                .right("pause, ms", StudyTables::idleMillis)
                .left(
                        "connection idle before it",
                        row -> Optional.ofNullable(row.secondary().get("idleMicros"))
                                .map(idle -> new Sample(Arrays.stream(idle.forkMedians())
                                        .boxed()
                                        .toList()))
                                .flatMap(idle -> idle.times(NANOS_PER_MICRO).estimate())
                                .map(EstimateText::plainTime))
                .left("time per call", row -> row.nanos().map(EstimateText::time))
                .left(
                        "round trips per call",
                        row -> Sample.means(row, "roundTrips")
                                .flatMap(Sample::estimate)
                                .map(EstimateText::ratio))
                .right("pinged", row -> Sample.means(row, "pings").map(pings -> Numbers.percent(pings.mean())))
                .right("forks", Sample::forks);
        return "Time per call, and the idle time really passed: " + Caption.of(rows)
                + ". Round trips and pings: mean of each fork's calls\n\n"
                + table.of(rows).markdown();
    }

    private static int idleMillis(Row row) {
        return Integer.parseInt(row.params().getOrDefault("idleMillis", "0"));
    }

    private static final String SMALL_HEAP = "SmallHeapBenchmark.unary";
    private static final String LARGE_HEAP = "LargeHeapBenchmark.unary";

    /**
     * RPCs a second with the tiny payload in 256 MB, and with 1,000 longs in 20 MB, from the sequel to "Integrating Chronicle Wire with GRPC backend",
     * which has no others.
     */
    private static final Map<String, List<String>> PUBLISHED_HEAPS = Map.of(
            "GSON", List.of("7,010", "754"),
            "PROTOBUF", List.of("7,658", "3,079"),
            "COPYING_WIRE", List.of("7,037", "1,674"));

    /** Wire formats by heap and payload. Cells that the file lacks are empty. */
    static String heap(ResultsFile file) {
        List<Row> rows = rows(file, SMALL_HEAP, LARGE_HEAP);
        RowEstimates estimates = RowEstimates.of(rows, Scatter::of, Metric::estimateOfMeans);
        Map<List<String>, Estimate> rates = rows.stream()
                .collect(Collectors.toMap(
                        row -> List.of(row.simpleName(), param(row, WIRE_FORMAT), param(row, "longs")),
                        row -> Sample.callsPerSecond(row, estimates.score(row)),
                        (first, again) -> first));
        Map<String, Integer> forks = rows.stream()
                .collect(Collectors.toMap(row -> param(row, WIRE_FORMAT), Sample::forks, Math::min, TreeMap::new));
        Table<String> table = new Table<String>().left("wire format", format -> format);
        rows.stream()
                .map(row -> Integer.valueOf(param(row, "longs")))
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(count -> {
                    String longs = ", " + count + " longs";
                    String key = count.toString();
                    table.left(
                            "256 MB" + longs,
                            format -> Optional.ofNullable(rates.get(List.of(LARGE_HEAP, format, key)))
                                    .map(EstimateText::plain));
                    table.left(
                            "20 MB" + longs,
                            format -> Optional.ofNullable(rates.get(List.of(SMALL_HEAP, format, key)))
                                    .map(EstimateText::plain));
                    table.left(
                            "20 MB / 256 MB" + longs,
                            format -> Optional.ofNullable(rates.get(List.of(SMALL_HEAP, format, key)))
                                    .flatMap(small -> Optional.ofNullable(rates.get(List.of(LARGE_HEAP, format, key)))
                                            .map(small::ratioTo))
                                    .map(EstimateText::ratio));
                });
        table.right("forks", forks::get)
                .right(
                        "published: 256 MB, tiny",
                        format ->
                                Optional.ofNullable(PUBLISHED_HEAPS.get(format)).map(both -> both.get(0)))
                .right(
                        "published: 20 MB, 1000 longs",
                        format ->
                                Optional.ofNullable(PUBLISHED_HEAPS.get(format)).map(both -> both.get(1)));
        return "Calls/s by heap and payload: " + Caption.of(MEANS, rows, estimates) + "\n\n"
                + table.of(forks.keySet()).markdown();
    }

    /**
     * The collector's work in each cell, from {@code -prof gc}: nothing that it does concurrently, and in JDK 17 no pauses for remark and cleanup, for
     * which JDK 25's G1 has a bean, "G1 Concurrent GC", and 17's has none.
     */
    static String collections(ResultsFile file) {
        Table<Row> table = new Table<Row>()
                .left("heap", row -> row.simpleName().equals(SMALL_HEAP) ? "20 MB" : "256 MB")
                .left("wire format", row -> param(row, WIRE_FORMAT))
                .right("longs", row -> param(row, "longs"))
                .right("B/op", row -> row.bytesPerOp().map(Metric::mean).map(Numbers::bytes))
                .right("collections a second", row -> perSecond(row, "gc.count").map(Numbers::significant))
                .right(
                        "pauses, of the time",
                        row -> perSecond(row, "gc.time").map(millis -> Numbers.percent(millis / 1e3)));
        return "Collections within the measured iterations by -prof gc: mean over iterations and forks; of JDK 17 without"
                + " the pauses that end a marking\n\n"
                + table.of(rows(file, SMALL_HEAP, LARGE_HEAP)).markdown();
    }

    /** A sum of JMH's collector profiler by second; an iteration without a collection has a count of zero and no time. */
    private static Optional<Double> perSecond(Row row, String metric) {
        double iterationSeconds = 0.5; // of both benchmarks; JMH's results have it as text only
        return Optional.ofNullable(row.secondary().get("gc.count"))
                .filter(counts -> row.secondary().containsKey(metric))
                .map(counts -> sum(row, metric) / (scores(counts).count() * iterationSeconds));
    }

    /** A call of grpc-java's own benchmark, beside its call in the suite's cell and the suite's call, by transport and server's executor. */
    static String others(ResultsFile file) {
        String theirs = "TransportBenchmark.unaryCall1024Latency";
        rows(file, theirs);
        RowEstimates estimates = RowEstimates.of(file.rows(), row -> "");
        Map<String, Map<String, Estimate>> cells = new TreeMap<>();
        for (Row row : file.rows()) {
            estimates
                    .nanos(row)
                    .ifPresent(nanos -> cells.computeIfAbsent(othersCell(row), it -> new TreeMap<>())
                            .put(row.simpleName(), nanos));
        }
        String sameCell = "SameCallBenchmark.unary";
        String ours = "GrpcBenchmark.unary";
        Table<String> table = new Table<String>()
                .left("transport, server's executor", cell -> cell)
                .right("grpc-java's", cell -> time(cells.get(cell), theirs))
                .right("its call in our cell", cell -> time(cells.get(cell), sameCell))
                .right("of grpc-java's", cell -> ratio(cells.get(cell), sameCell, theirs))
                .right("our call", cell -> time(cells.get(cell), ours))
                .right("of grpc-java's", cell -> ratio(cells.get(cell), ours, theirs));
        return "Time per call: " + Caption.of(file.rows(), estimates) + "\n\n"
                + table.of(cells.keySet()).markdown();
    }

    private static Optional<String> time(Map<String, Estimate> times, String row) {
        return Optional.ofNullable(times.get(row)).map(EstimateText::time);
    }

    private static Optional<String> ratio(Map<String, Estimate> times, String row, String to) {
        return Optional.of(times)
                .filter(all -> all.keySet().containsAll(List.of(row, to)))
                .map(all -> EstimateText.ratio(all.get(row).ratioTo(all.get(to))));
    }

    private static String othersCell(Row row) {
        boolean inProcess = param(row, "transport").replace("_", "").equals("INPROCESS");
        boolean direct = param(row, "direct").equals("true")
                || param(row, "serverExecutor").equals("DIRECT");
        return (inProcess ? "in process" : "TCP, java.nio") + ", " + (direct ? "direct" : "default");
    }

    /**
     * A part of the driver in "Recognize the cost of network access".
     *
     * @param publishedMillis its output, for five million calls
     * @param counter the metric of the driver here
     * @param warm the benchmark that measures the same when it is warm
     */
    private record Part(String name, int publishedMillis, String counter, String warm) {
        private static final String INLINE = "InlineCallBenchmark.latency";
        private static final String FUNCTION = "LocalCallBenchmark.staticCall";
        private static final List<Part> ALL = List.of(
                new Part("inline, first time", 340, "inlineFirst", INLINE),
                new Part("function, first time", 271, "functionFirst", FUNCTION),
                new Part("inline, second time", 190, "inlineSecond", INLINE),
                new Part("function, second time", 351, "functionSecond", FUNCTION),
                new Part("RMI", 437_559, "rmi", "RmiBenchmark.call"));

        String published() {
            return Numbers.plainTime(publishedMillis * 1e6 / 5_000_000);
        }

        /** Its first iteration in each fork of the driver, the only one in a fresh JVM. */
        Optional<Estimate> here(Row driver) {
            return Optional.ofNullable(driver.secondary().get(counter))
                    .filter(metric -> metric.forks().stream().noneMatch(List::isEmpty))
                    .flatMap(metric -> new Sample(metric.forks().stream()
                                    .map(fork -> fork.get(0))
                                    .toList())
                            .estimate());
        }

        Optional<Row> warm(ResultsFile file) {
            return file.rows().stream()
                    .filter(row -> row.simpleName().equals(warm)
                            && row.mode().equals("avgt")
                            && row.threads() == 1
                            && row.nanos().isPresent())
                    .findFirst();
        }
    }

    /** The five parts of that driver: as published, run again, and measured warm. */
    static String itemSeventeen(ResultsFile file) {
        Row driver = rows(file, "ItemSeventeenBenchmark.asPublished").get(0);
        List<Part> parts = Sample.some(
                Part.ALL.stream().filter(part -> part.here(driver).isPresent()).toList(), file, "part of the driver");
        List<Row> warm = parts.stream()
                .flatMap(part -> part.warm(file).stream())
                .distinct()
                .toList();
        Table<Part> table = new Table<Part>()
                .left("part", Part::name)
                .right("published, ms", part -> String.format(Locale.ROOT, "%,d", part.publishedMillis))
                .left("published, per call", Part::published)
                .left("the driver here", part -> part.here(driver).map(EstimateText::time))
                .right("forks", part -> part.here(driver).map(Estimate::forks))
                .left("warmed up", part -> part.warm(file).flatMap(Row::nanos).map(EstimateText::time))
                .right("forks", part -> part.warm(file).map(Sample::forks))
                .left("measured by", part -> part.warm(file).map(Row::simpleName));
        return "Time per call. The driver: " + Caption.of("one run in each fork's fresh JVM", List.of(driver))
                + (warm.isEmpty() ? "" : ". Warmed up: " + Caption.of(warm)) + "\n\n"
                + table.of(parts).markdown();
    }
}
