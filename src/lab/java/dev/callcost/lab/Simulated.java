package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the simulations share: intervals of many made-up estimates, how many hold the truth, and the files with the
 * tables.
 */
public final class Simulated {
    public static final long SEED = 20240229;

    private static final Path TABLES = Path.of("src/lab/tables");

    /**
     * Half of the 99 % interval in standard errors, by degrees of freedom: few are different, and each quantile takes
     * long.
     */
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

    /** The mean of each number that trials end with. */
    static double[] means(int trials, Supplier<double[]> trial) {
        double[] means = new double[0];
        for (int n = 0; n < trials; n++) {
            double[] values = trial.get();
            means = n == 0 ? new double[values.length] : means;
            for (int i = 0; i < values.length; i++) {
                means[i] += values[i];
            }
        }
        return Arrays.stream(means).map(sum -> sum / trials).toArray();
    }

    static double average(int trials, DoubleSupplier trial) {
        return means(trials, () -> new double[] {trial.getAsDouble()})[0];
    }

    static double one(boolean holds) {
        return holds ? 1 : 0;
    }

    /** The pairs of all elements of two lists, those of the second within the first. */
    public static <A, B, R> Stream<R> each(List<A> outer, List<B> inner, BiFunction<A, B, R> pair) {
        return outer.stream().flatMap(a -> inner.stream().map(b -> pair.apply(a, b)));
    }

    /**
     * A table with a line for each case. Cases have generators of their own.
     *
     * @param columns names between bars; a name after "<" is that of a column flushed left
     * @param simulate the cells of a case
     */
    public static <C> Grid table(String columns, Stream<C> cases, Function<C, List<?>> simulate) {
        Table<List<?>> table = new Table<>();
        String[] names = columns.split("\\|");
        for (int n = 0; n < names.length; n++) {
            int cell = n;
            String column = names[n];
            if (column.startsWith("<")) {
                table.left(column.substring(1), cells -> cells.get(cell));
            } else {
                table.right(column, cells -> cells.get(cell));
            }
        }
        return table.of(cases.toList().parallelStream().map(simulate).toList());
    }

    /** A row with one value for each fork. */
    static Row row(int number, int forks, DoubleSupplier fork) {
        return Rows.row()
                .benchmark("a.B.row" + number)
                .of(DoubleStream.generate(fork).limit(forks).toArray());
    }

    static ResultsFile file(String name, int rows, IntFunction<Row> row) {
        return Rows.file(name, IntStream.range(0, rows).mapToObj(row).toArray(Row[]::new));
    }

    static boolean isChanged(RowVerdict row) {
        return row.fate() == Fate.SLOWER || row.fate() == Fate.FASTER;
    }

    /** The name of a constant in a table. */
    public static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
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

        public void add(Estimate estimate, double truth) {
            count++;
            covered += Math.abs(estimate.logMean() - truth) <= halfWidth(estimate) ? 1 : 0;
        }

        public int count() {
            return count;
        }

        public double share() {
            return (double) covered / count;
        }
    }
}
