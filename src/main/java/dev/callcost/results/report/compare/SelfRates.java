package dev.callcost.results.report.compare;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.results.compare.session.JsonLines;
import dev.callcost.results.compare.session.SessionComparison;
import dev.callcost.results.report.format.Numbers;
import dev.callcost.results.report.format.Sections;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.interval.ClopperPearsonInterval;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;

/**
 * How often code that was compared with itself was called SLOWER or FASTER, over all sessions that a file has kept: a line for each, with
 * the verdicts of its rows. Rows that failed or were skipped do not count. Verdicts count as independent, which those of the same row or
 * of the same session are only as far as the machine lets them.
 */
public final class SelfRates {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final double CONFIDENCE = 0.99;
    private static final Set<String> BLAMED = Set.of("SLOWER", "FASTER");
    private static final Set<String> VERDICTS = Set.of("SLOWER", "FASTER", "SAME", "UNDECIDED");

    private final Map<String, Integer> counts = new TreeMap<>();
    private int sessions;

    private SelfRates() {}

    /** The line of a session. */
    public static String line(SessionComparison comparison) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("start", comparison.sessions().get(0).header().start());
        line.put("machine", comparison.sessions().get(0).header().machine());
        line.put(
                "rows",
                comparison.rows().stream()
                        .map(row -> Map.of("row", row.key(), "verdict", row.word(), "pairs", row.pairs()))
                        .toList());
        return GSON.toJson(line) + "\n";
    }

    /**
     * Reads all sessions of a file.
     *
     * @throws dev.callcost.results.BadResultsFileException when it cannot be read or is of another kind
     */
    public static SelfRates read(Path file) {
        SelfRates rates = new SelfRates();
        JsonLines lines = new JsonLines(file, "a file of compare --self");
        lines.read(line -> {
            try {
                rates.take(line);
            } catch (NullPointerException | IllegalStateException | UnsupportedOperationException e) {
                throw lines.bad("has no verdicts of rows");
            }
        });
        return rates;
    }

    private void take(JsonObject line) {
        for (JsonElement row : line.getAsJsonArray("rows")) {
            String verdict = row.getAsJsonObject().get("verdict").getAsString();
            if (VERDICTS.contains(verdict)) {
                counts.merge(verdict, 1, Integer::sum);
            }
        }
        sessions++;
    }

    /** The rates in a sentence or two. */
    public String text() {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        String told = "Compared with itself: " + Sections.count(all, "verdict") + " in "
                + Sections.count(sessions, "session");
        if (all == 0) {
            return told + ".";
        }
        int blamed = BLAMED.stream()
                .mapToInt(verdict -> counts.getOrDefault(verdict, 0))
                .sum();
        String each = counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        return told + ", " + each + ". SLOWER or FASTER: " + blamed + " of " + all + ", " + rate(blamed, all) + ".";
    }

    private static String rate(int blamed, int all) {
        if (blamed == 0) {
            return "which excludes a rate above " + Numbers.percent(1 - Math.pow(1 - CONFIDENCE, 1.0 / all)) + " at "
                    + Numbers.percent(CONFIDENCE, 0);
        }
        ConfidenceInterval interval = new ClopperPearsonInterval().createInterval(all, blamed, CONFIDENCE);
        return Numbers.percent((double) blamed / all) + " [" + Numbers.percent(interval.getLowerBound()) + ", "
                + Numbers.percent(interval.getUpperBound()) + "] (Clopper and Pearson, "
                + Numbers.percent(CONFIDENCE, 0) + ")";
    }
}
