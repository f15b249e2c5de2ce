package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Bursts of echo calls from clients that start cold, in Java and in Go, by what the server had done before. */
final class EchoTable {
    private static final String JAVA = "EchoBurstBenchmark.round";
    private static final String GO = "EchoClient.round";
    private static final String SERVER = "server";
    private static final String FRESH = "OWN_JVM_FRESH";
    private static final String WARM = "OWN_JVM_WARM";
    private static final double SECOND_IN_MICROS = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    /** The author's cell, which is not named again in each line. */
    private static final Map<String, String> AS_PUBLISHED = Map.of("pauseMillis", "1000", "inFlight", "10000");

    /** Calls a second in the ten rounds of "Measurement", one client and one server. */
    private static final double[] PUBLISHED = {
        5_464.23, 22_698.01, 25_595.86, 31_432.38, 39_055.59, 31_908.17, 26_475.44, 39_690.08, 39_208.18, 39_460.31
    };

    /** From the same text: two clients of one round each, and the client in Go that came after them. */
    private static final String PUBLISHED_SINGLE_ROUNDS =
            "single rounds 3,345 and then 6,478, from Go after them 34,364";

    private EchoTable() {}

    /** The published rounds, the table and what the warmth of either side is worth, as Markdown. */
    static String markdown(ResultsFile file) {
        List<Row> rows = Sample.rows(file, JAVA, GO);
        Grid grid = new Grid()
                .left("client", SERVER, "round 1, calls/s", "round 2, calls/s", "plateau, calls/s")
                .right("rounds to the plateau")
                .left("round 1 / plateau, time")
                .right("rounds", "forks");
        addLine(grid, "Java, published", "", published());
        for (Row row : rows) {
            addLine(grid, client(row), row.params().getOrDefault(SERVER, ""), curve(row));
        }
        String go = rows.stream()
                .map(row -> row.settings().getOrDefault("goVersion", ""))
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .map(version -> "; " + version)
                .collect(Collectors.joining());
        String warmth = warmth(rows).markdown();
        return "Published, calls/s: ten rounds "
                + DoubleStream.of(PUBLISHED)
                        .mapToObj(rate -> String.format(Locale.ROOT, "%,.0f", rate))
                        .collect(Collectors.joining("; "))
                + "; " + PUBLISHED_SINGLE_ROUNDS + ".\n\n"
                + "Bursts of echo calls: " + Caption.of("one value a fork", rows) + go
                + ". The plateau is the median of the last third of a fork's rounds, three at least; it is reached in the"
                + " first round within 10 % of it, median over forks\n\n"
                + grid.markdown()
                + (warmth.isEmpty()
                        ? ""
                        : "\nWhat warmth is worth, as a ratio of times: the server's in the client's first round, the client's"
                                + " with a warm server\n\n" + warmth);
    }

    private static void addLine(Grid grid, String client, String server, Curve curve) {
        boolean plateau = curve.hasPlateau();
        grid.row(
                client,
                server,
                rate(curve.round(1)),
                curve.hasRound(2) ? rate(curve.round(2)) : "",
                plateau ? rate(curve.plateau()) : "",
                plateau
                        ? String.format(Locale.ROOT, "%.1f", curve.roundsToPlateau())
                                .replace(".0", "")
                        : "",
                plateau ? EstimateText.ratio(estimate(curve.coldOverPlateau())) : "",
                String.valueOf(curve.forks().get(0).size()),
                String.valueOf(curve.forks().size()));
    }

    private static Grid warmth(List<Row> rows) {
        Grid grid = new Grid()
                .left(
                        "client",
                        "server's part: round 1, fresh / warm",
                        "client's part: warm server, round 1 / plateau");
        Map<String, Map<String, Curve>> clients = new TreeMap<>();
        for (Row row : rows) {
            clients.computeIfAbsent(client(row), client -> new TreeMap<>())
                    .putIfAbsent(row.params().getOrDefault(SERVER, ""), curve(row));
        }
        clients.forEach((client, byServer) -> {
            Optional<Curve> warm = Optional.ofNullable(byServer.get(WARM));
            String server = warm.filter(curve -> byServer.containsKey(FRESH))
                    .map(curve -> estimate(byServer.get(FRESH).round(1)).ratioTo(estimate(curve.round(1))))
                    .map(EstimateText::ratio)
                    .orElse("");
            String ofClient = warm.filter(Curve::hasPlateau)
                    .map(curve -> EstimateText.ratio(estimate(curve.coldOverPlateau())))
                    .orElse("");
            if (!server.isEmpty() || !ofClient.isEmpty()) {
                grid.row(client, server, ofClient);
            }
        });
        return grid;
    }

    private static String client(Row row) {
        String params = row.params().entrySet().stream()
                .filter(param -> !param.getKey().equals(SERVER))
                .filter(param -> !param.getValue().equals(AS_PUBLISHED.get(param.getKey())))
                .map(param -> ", " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
        return (row.simpleName().equals(GO) ? "Go" : "Java") + params;
    }

    private static Curve curve(Row row) {
        double micros = Sample.nanosPerUnit(row) / NANOS_PER_MICRO;
        return new Curve(row.primary().forks().stream()
                .map(fork -> new Sample(fork).times(micros).forks())
                .toList());
    }

    private static Curve published() {
        return new Curve(List.of(DoubleStream.of(PUBLISHED)
                .map(rate -> SECOND_IN_MICROS / rate)
                .boxed()
                .toList()));
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
     * @param forks for each client the time per call of its rounds, in one unit
     */
    record Curve(List<List<Double>> forks) {
        private static final int FEWEST_OF_PLATEAU = 3;
        private static final double NEAR = 1.1;

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

        /** How many times a client's plateau its first round takes. */
        Sample coldOverPlateau() {
            return round(1).with(plateau(), (cold, plateau) -> cold / plateau);
        }

        /** The median over clients of the first round that takes no more than 1.1 times that client's plateau; rounds count from 1. */
        double roundsToPlateau() {
            double[] rounds =
                    forks.stream().mapToDouble(Curve::roundsToPlateau).sorted().toArray();
            return (rounds[(rounds.length - 1) / 2] + rounds[rounds.length / 2]) / 2;
        }

        private static double roundsToPlateau(List<Double> fork) {
            double near = NEAR * plateau(fork);
            int round = 0;
            while (fork.get(round) > near) {
                round++;
            }
            return round + 1.0;
        }

        private static double plateau(List<Double> fork) {
            int length = Math.max(FEWEST_OF_PLATEAU, fork.size() / 3);
            return new Metric("", List.of(fork.subList(fork.size() - length, fork.size())))
                    .estimate()
                    .value();
        }
    }
}
