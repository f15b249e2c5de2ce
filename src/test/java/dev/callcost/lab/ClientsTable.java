package dev.callcost.lab;

import com.google.gson.Gson;
import dev.callcost.data.Metric;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonLines;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Clients that call one server, each for a while in each of several rounds: how many calls they make a second, beside the suite's own in
 * the same round, and what each call asks of the server's CPU.
 */
final class ClientsTable {
    /** The measurements in a folder, a line for each client and number of calls in flight of a round. */
    static final String FILE = "clients.jsonl";

    private static final String OURS = "callcost";

    /** Calls a second of a client whose server is busier than this tell of the server. */
    private static final double BUSY = 0.9;

    private static final Gson GSON = new Gson();

    private record Cell(int inFlight, String client) {}

    /**
     * A client in one round.
     *
     * @param serverCpu CPU time of the server in a second; 1 is one CPU
     * @param samples calls a second, of each half second or of each burst
     */
    private record Line(int round, String client, int inFlight, double serverCpu, List<Double> samples) {
        double callsPerSecond() {
            return Metric.median(
                    samples.stream().mapToDouble(Double::doubleValue).toArray());
        }

        double callsPerCpu() {
            return callsPerSecond() / serverCpu;
        }
    }

    private final Map<Cell, Map<Integer, Line>> cells =
            new TreeMap<>(Comparator.comparingInt(Cell::inFlight).thenComparing(Cell::client));

    private ClientsTable(Path file) {
        new JsonLines(file, "a measurement of clients").read(json -> {
            Line line = GSON.fromJson(json, Line.class);
            cells.computeIfAbsent(new Cell(line.inFlight, line.client), it -> new TreeMap<>())
                    .put(line.round, line);
        });
    }

    /**
     * The table as Markdown, by calls in flight and client; ratios are of two clients in one round.
     *
     * @param folder with the measurements of one server over one connection
     * @throws dev.callcost.text.BadFileException when there are none
     */
    static String markdown(Path folder) {
        return new ClientsTable(folder.resolve(FILE)).markdown();
    }

    private String markdown() {
        Grid grid = new Grid()
                .right("in flight")
                .left("client")
                .right(
                        "calls/s",
                        "lowest to highest round",
                        "times callcost's",
                        "calls/s per server CPU",
                        "server busy",
                        "rounds");
        cells.forEach((cell, rounds) -> {
            Sample calls = sample(rounds.values(), Line::callsPerSecond);
            DoubleSummaryStatistics range =
                    calls.forks().stream().mapToDouble(Double::doubleValue).summaryStatistics();
            grid.row(
                    String.valueOf(cell.inFlight),
                    cell.client,
                    plain(calls),
                    Numbers.significant(range.getMin()) + "-" + Numbers.significant(range.getMax()),
                    timesOurs(cell),
                    plain(sample(rounds.values(), Line::callsPerCpu)),
                    Numbers.percent(busy(cell), 0),
                    String.valueOf(rounds.size()));
        });
        return "Calls a second: median of a round, geometric mean over rounds, 99 % interval; server busy: CPU time of its process, of one CPU, mean over rounds. "
                + "Above 90 % the server is the limit: no client is compared that it limits, and none with one that it limits.\n\n"
                + grid.markdown();
    }

    private String timesOurs(Cell cell) {
        Cell ours = new Cell(cell.inFlight, OURS);
        if (busy(cell) > BUSY) {
            return "server is the limit";
        }
        if (cell.equals(ours) || !cells.containsKey(ours) || busy(ours) > BUSY) {
            return "";
        }
        Map<Integer, Line> common = new TreeMap<>(cells.get(cell));
        common.keySet().retainAll(cells.get(ours).keySet());
        return common.isEmpty()
                ? ""
                : EstimateText.ratio(sample(
                                common.values(),
                                line -> line.callsPerSecond()
                                        / cells.get(ours).get(line.round).callsPerSecond())
                        .estimate()
                        .orElseThrow());
    }

    private double busy(Cell cell) {
        return sample(cells.get(cell).values(), Line::serverCpu).mean();
    }

    private static Sample sample(Collection<Line> lines, ToDoubleFunction<Line> value) {
        return new Sample(lines.stream().map(value::applyAsDouble).toList());
    }

    private static String plain(Sample sample) {
        return EstimateText.plain(sample.estimate().orElseThrow());
    }
}
