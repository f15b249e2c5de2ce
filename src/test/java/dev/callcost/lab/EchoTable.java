package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bursts of echo calls from clients that start cold, in Java and in Go, by what the server had done before. */
final class EchoTable {
    private static final String GO = "EchoClient.round";
    private static final double SECOND_IN_MICROS = 1e6;

    /** The author's cell, which is not named again in each line. */
    private static final Map<String, String> AS_PUBLISHED = Map.of("pauseMillis", "1000", "inFlight", "10000");

    private EchoTable() {}

    /** The table, and what the warmth of either side is worth, as Markdown. */
    static String markdown(ResultsFile file) {
        List<Row> rows = Sample.rows(file, "EchoBurstBenchmark.round", GO);
        List<Curve> curves = rows.stream().map(Curve::of).toList();
        Table<Curve> table = new Table<Curve>()
                .left("client", Curve::client)
                .left("server", Curve::server)
                .left("round 1, calls/s", curve -> rate(curve.round(1)))
                .left("round 2, calls/s", curve -> curve.hasRound(2) ? rate(curve.round(2)) : "")
                .left("plateau, calls/s", curve -> curve.hasPlateau() ? rate(curve.plateau()) : "")
                .right(
                        "rounds to the plateau",
                        curve -> curve.hasPlateau()
                                ? String.format(Locale.ROOT, "%.1f", curve.roundsToPlateau())
                                        .replace(".0", "")
                                : "")
                .left("round 1 / plateau, time", Curve::warming)
                .right("rounds", curve -> curve.forks.get(0).size())
                .right("forks", curve -> curve.forks.size());
        String go = rows.stream()
                .map(row -> row.settings().getOrDefault("goVersion", ""))
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .map(version -> "; " + version)
                .collect(Collectors.joining());
        String warmth = warmth(curves);
        return "Bursts of echo calls: "
                + Caption.of("one value a fork", rows) + go
                + ". The plateau is the median of the last third of a fork's rounds, three at least; it is reached in the"
                + " first round within 10 % of it, median over forks\n\n"
                + table.of(curves).markdown()
                + (warmth.isEmpty()
                        ? ""
                        : "\nRatios of times: what a fresh server adds to the client's first round, and what a cold client adds to it"
                                + " with a warm server\n\n" + warmth);
    }

    private static String warmth(List<Curve> curves) {
        Map<String, Map<String, Curve>> clients = new TreeMap<>();
        curves.forEach(curve ->
                clients.computeIfAbsent(curve.client, it -> new TreeMap<>()).putIfAbsent(curve.server, curve));
        record Warmth(String client, String ofServer, String ofClient) {}
        List<Warmth> lines = new ArrayList<>();
        clients.forEach((client, servers) -> {
            Curve fresh = servers.get("OWN_JVM_FRESH");
            Curve warm = servers.get("OWN_JVM_WARM");
            if (warm != null && (fresh != null || warm.hasPlateau())) {
                String ofServer = fresh == null
                        ? ""
                        : EstimateText.ratio(estimate(fresh.round(1)).ratioTo(estimate(warm.round(1))));
                lines.add(new Warmth(client, ofServer, warm.warming()));
            }
        });
        return new Table<Warmth>()
                .left("client", Warmth::client)
                .left("server's part: round 1, fresh / warm", Warmth::ofServer)
                .left("client's part: warm server, round 1 / plateau", Warmth::ofClient)
                .of(lines)
                .markdown();
    }

    private static String rate(Sample micros) {
        return EstimateText.plain(estimate(micros).inverse().times(SECOND_IN_MICROS));
    }

    private static Estimate estimate(Sample sample) {
        return sample.estimate().orElseThrow();
    }

    /**
     * The rounds of clients that start cold.
     *
     * @param forks for each client the time per call of its rounds, in microseconds
     */
    record Curve(String client, String server, List<List<Double>> forks) {
        private static final int FEWEST_OF_PLATEAU = 3;
        private static final double NEAR = 1.1;

        static Curve of(Row row) {
            String params = row.params().entrySet().stream()
                    .filter(param -> !param.getKey().equals("server")
                            && !param.getValue().equals(AS_PUBLISHED.get(param.getKey())))
                    .map(param -> ", " + param.getKey() + "=" + param.getValue())
                    .collect(Collectors.joining());
            double micros = Sample.nanosPerUnit(row) / Sample.NANOS_PER_MICRO;
            return new Curve(
                    (row.simpleName().equals(GO) ? "Go" : "Java") + params,
                    Sample.param(row, "server"),
                    row.primary().forks().stream()
                            .map(fork -> new Sample(fork).times(micros).forks())
                            .toList());
        }

        /** The time per call in one round, which every client must have; rounds count from 1. */
        Sample round(int number) {
            return new Sample(forks.stream().map(fork -> fork.get(number - 1)).toList());
        }

        /** Whether every client has the round. */
        boolean hasRound(int number) {
            return forks.stream().allMatch(fork -> fork.size() >= number);
        }

        /** Whether every client has a plateau, which excludes its first two rounds. */
        boolean hasPlateau() {
            return hasRound(2 + FEWEST_OF_PLATEAU);
        }

        /** The median of the last third of each client's rounds, of three at least. */
        Sample plateau() {
            return new Sample(forks.stream().map(Curve::plateau).toList());
        }

        private static double plateau(List<Double> fork) {
            int length = Math.max(FEWEST_OF_PLATEAU, fork.size() / 3);
            return new Metric("", List.of(fork.subList(fork.size() - length, fork.size())))
                    .estimate()
                    .value();
        }

        /** How many times a client's plateau its first round takes; empty without a plateau. */
        String warming() {
            return hasPlateau()
                    ? EstimateText.ratio(estimate(round(1).with(plateau(), (cold, plateau) -> cold / plateau)))
                    : "";
        }

        /** The median over clients of the first round that takes no more than 1.1 times that client's plateau; rounds count from 1. */
        double roundsToPlateau() {
            return Metric.median(forks.stream()
                    .mapToDouble(fork -> {
                        double near = NEAR * plateau(fork);
                        return 1.0
                                + IntStream.range(0, fork.size())
                                        .filter(round -> fork.get(round) <= near)
                                        .findFirst()
                                        .orElseThrow();
                    })
                    .toArray());
        }
    }
}
