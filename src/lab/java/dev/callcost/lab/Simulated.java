package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.text.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the simulations share: intervals of many made-up estimates, how many hold the truth, and the files with the tables. */
public final class Simulated {
    public static final long SEED = 20240229;

    private static final Path TABLES = Path.of("src/lab/tables");

    /** Half of the 99 % interval in standard errors, by degrees of freedom: few are different, and each quantile takes long. */
    private static final Map<Double, Double> QUANTILES = new ConcurrentHashMap<>();

    private Simulated() {}

    /** Half of the 99 % interval, on the logarithms. */
    public static double halfWidth(Estimate estimate) {
        return Math.sqrt(estimate.variance())
                * QUANTILES.computeIfAbsent(
                        estimate.degrees(), degrees -> Math.log(new Estimate(0, 1, degrees, 2).high()));
    }

    /** The estimates of rows that scatter alike, each of two forks or more, with moderated variances. */
    public static List<Estimate> moderated(List<Estimate> alike) {
        List<Own> own = alike.stream().map(Own::ofMean).toList();
        Moderation moderation = Moderation.of(own);
        return own.stream().map(moderation::moderated).toList();
    }

    /**
     * Asserts that a file of {@code src/lab/tables} has these tables; {@code -Dcallcost.tables=write} writes it.
     *
     * @throws IOException when the file cannot be read or written
     */
    public static void assertTables(String name, Grid... tables) throws IOException {
        Path file = TABLES.resolve(name + ".txt");
        String text = Stream.of(tables).map(Grid::text).collect(Collectors.joining("\n"));
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file).replace("\r\n", "\n"));
    }

    /** How many of the 99 % intervals of some estimates hold the truth. */
    public static final class Coverage {
        private int count;
        private int covered;

        public boolean add(Estimate estimate, double truth) {
            boolean holds = Math.abs(estimate.logMean() - truth) <= halfWidth(estimate);
            count++;
            covered += holds ? 1 : 0;
            return holds;
        }

        public int count() {
            return count;
        }

        public double share() {
            return (double) covered / count;
        }
    }
}
