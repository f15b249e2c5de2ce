package dev.callcost.lab;

import com.google.gson.Gson;
import dev.callcost.data.Metric;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.JsonLines;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Clients that call one server, each for a while in each of several rounds: how many calls they make a second, beside the suite's own in the same
 * round, and how much CPU time of the server each call takes.
 */
final class ClientsTable {
    /** The measurements in a folder, a line for each client and number of calls in flight of a round. */
    static final String FILE = "clients.jsonl";

    private static final String OURS = "callcost";

    /** Above this share of a CPU the server limits the client's calls a second. */
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
        Table<Cell> table = new Table<Cell>()
                .right("in flight", Cell::inFlight)
                .left("client", Cell::client)
                .right("calls/s", cell -> plain(sample(cell, Line::callsPerSecond)))
                .right("lowest to highest round", this::range)
                .right("times callcost's", this::timesOurs)
                .right("calls/s per server CPU", cell -> plain(sample(cell, Line::callsPerCpu)))
                .right("server busy", cell -> Numbers.percent(busy(cell), 0))
                .right("rounds", cell -> cells.get(cell).size());
        return "Calls a second: median of a round, geometric mean over rounds, 99 % interval; server busy: CPU time of its process, of one CPU, mean over rounds. "
                + "Above 90 % the server is the limit: no client is compared that it limits, and none with one that it limits.\n\n"
                + table.of(cells.keySet()).markdown();
    }

    private String range(Cell cell) {
        List<Double> rates = sample(cell, Line::callsPerSecond).forks();
        return Numbers.significant(Collections.min(rates)) + "-" + Numbers.significant(Collections.max(rates));
    }

    private String timesOurs(Cell cell) {
        Cell ours = new Cell(cell.inFlight, OURS);
        if (busy(cell) > BUSY) {
            return "server is the limit";
        }
        if (cell.equals(ours) || !cells.containsKey(ours) || busy(ours) > BUSY) {
            return "";
        }
        Map<Integer, Line> theirs = cells.get(ours);
        List<Double> ratios = cells.get(cell).values().stream()
                .filter(line -> theirs.containsKey(line.round))
                .map(line -> line.callsPerSecond() / theirs.get(line.round).callsPerSecond())
                .toList();
        return ratios.isEmpty()
                ? ""
                : EstimateText.ratio(new Sample(ratios).estimate().orElseThrow());
    }

    private double busy(Cell cell) {
        return sample(cell, Line::serverCpu).mean();
    }

    private Sample sample(Cell cell, Function<Line, Double> value) {
        return new Sample(cells.get(cell).values().stream().map(value).toList());
    }

    private static String plain(Sample sample) {
        return EstimateText.plain(sample.estimate().orElseThrow());
    }
}
