package dev.callcost.lab;

import static dev.callcost.lab.Sample.param;
import static dev.callcost.lab.Sample.rows;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.ladder.Ladder;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Tables of one study each that set rows beside each other, as Markdown. */
final class StudyTables {
    private StudyTables() {}

    /** A message in a wire format: its first encoding, an encoding again, and its decoding; null where the file lacks it. */
    private record Codec(Row encode, Row again, Row decode) {
        Stream<Row> rows() {
            return Stream.of(encode, decode, again).filter(Objects::nonNull);
        }
    }

    /** What a marshaller takes, by message and wire format. A wire format without both directions is left out. */
    static String marshaller(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        List<Codec> codecs = Sample.some(
                ladder.rows().stream()
                        .filter(row -> row.simpleName().equals("MarshallerBenchmark.encode")
                                && row.nanos().isPresent()
                                && !param(row, "wireFormat").isEmpty())
                        .sorted(Comparator.comparing(row -> param(row, "message") + ", " + param(row, "wireFormat")))
                        .map(row -> new Codec(row, alike(ladder, "encodeAgain", row), alike(ladder, "decode", row)))
                        .filter(codec -> codec.decode != null)
                        .toList(),
                file,
                "wire format's encode and decode");
        Table<Codec> table = new Table<Codec>()
                .left("message", codec -> param(codec.encode, "message"))
                .left("wire format", codec -> param(codec.encode, "wireFormat"))
                .left("encode", codec -> time(ladder, codec.encode))
                .right("B/op", codec -> Numbers.bytes(bytes(codec.encode)))
                .left("encode again", codec -> time(ladder, codec.again))
                .right("B/op", codec -> Numbers.bytes(bytes(codec.again)))
                .left("decode", codec -> time(ladder, codec.decode))
                .right("B/op", codec -> Numbers.bytes(bytes(codec.decode)))
                .left(
                        "encode + decode",
                        codec -> EstimateText.time(nanos(ladder, codec.encode).plus(nanos(ladder, codec.decode))))
                .right("B/op", codec -> Numbers.bytes(sum(bytes(codec.encode), bytes(codec.decode))));
        return "Time per message: "
                + ladder.caption(codecs.stream().flatMap(Codec::rows).toList()) + "\n\n"
                + table.of(codecs).markdown();
    }

    private static Row alike(Ladder ladder, String method, Row row) {
        return ladder.rows().stream()
                .filter(other -> other.simpleName().equals("MarshallerBenchmark." + method)
                        && other.params().equals(row.params())
                        && other.nanos().isPresent())
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
     * @param published its output, 340, 271, 190, 351 and 437,559 ms for five million calls, per call
     * @param counter the metric of the driver here
     * @param warm the benchmark that measures the same when it is warm
     */
    private record Part(String name, String published, String counter, String warm) {
        private static final String INLINE = "InlineCallBenchmark.latency";
        private static final String FUNCTION = "LocalCallBenchmark.staticCall";
        private static final List<Part> ALL = List.of(
                new Part("inline, first time", "68.0 ns", "inlineFirst", INLINE),
                new Part("function, first time", "54.2 ns", "functionFirst", FUNCTION),
                new Part("inline, second time", "38.0 ns", "inlineSecond", INLINE),
                new Part("function, second time", "70.2 ns", "functionSecond", FUNCTION),
                new Part("RMI", "87.5 us", "rmi", "RmiBenchmark.call"));

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
