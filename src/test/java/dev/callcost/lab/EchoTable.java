package dev.callcost.lab;

import dev.callcost.data.Estimate;
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
public final class EchoTable {
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

    /**
     * The published rounds, the table and what the warmth of either side is worth, as Markdown.
     *
     * @throws IllegalArgumentException when the file holds no rounds
     */
    public static String markdown(ResultsFile file) {
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

    private static void addLine(Grid grid, String client, String server, EchoCurve curve) {
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
        Map<String, Map<String, EchoCurve>> clients = new TreeMap<>();
        for (Row row : rows) {
            clients.computeIfAbsent(client(row), client -> new TreeMap<>())
                    .putIfAbsent(row.params().getOrDefault(SERVER, ""), curve(row));
        }
        clients.forEach((client, byServer) -> {
            Optional<EchoCurve> warm = Optional.ofNullable(byServer.get(WARM));
            String server = warm.filter(curve -> byServer.containsKey(FRESH))
                    .map(curve -> estimate(byServer.get(FRESH).round(1)).ratioTo(estimate(curve.round(1))))
                    .map(EstimateText::ratio)
                    .orElse("");
            String ofClient = warm.filter(EchoCurve::hasPlateau)
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

    private static EchoCurve curve(Row row) {
        double micros = Sample.nanosPerUnit(row) / NANOS_PER_MICRO;
        return new EchoCurve(row.primary().forks().stream()
                .map(fork -> new Sample(fork).times(micros).forks())
                .toList());
    }

    private static EchoCurve published() {
        return new EchoCurve(List.of(DoubleStream.of(PUBLISHED)
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
}
