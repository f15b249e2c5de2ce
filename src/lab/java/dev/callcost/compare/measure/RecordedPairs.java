package dev.callcost.compare.measure;

import dev.callcost.compare.evidence.PairDifference;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import dev.callcost.stats.Robust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The noise of recorded pairs of identical code, without first pairs: the committed sessions, and
 * {@code jackson-pairs.txt}. That file has a line for each row of two sessions of jackson-benchmarks, and in it the
 * differences of the row's pairs in percent, of 100 iterations of 10 ms (8 lines) or 20 of 50 ms (12 lines).
 *
 * @param residuals of all rows, each divided by its row's standard deviation; their mean square is 1
 * @param deviations the moderated standard deviations of the rows' differences
 */
record RecordedPairs(double[] residuals, double[] deviations) {
    private static final Path JACKSON = Path.of("src/lab/tables/jackson-pairs.txt");
    private static final List<Path> SESSIONS =
            List.of(Path.of("results/epyc-vm-compare"), Path.of("results/xeon-vm-compare"));

    /** Rows with fewer pairs have too uncertain a mean. */
    private static final int FEWEST = 6;

    /** @throws IOException when the file or a session cannot be read */
    static RecordedPairs read() throws IOException {
        Stream<List<Double>> rows = Files.readAllLines(JACKSON).stream()
                .map(line -> Stream.of(line.split(" "))
                        .map(percent -> Double.parseDouble(percent) / 100)
                        .toList());
        for (Path folder : SESSIONS) {
            try (Stream<Path> sessions = Files.list(folder)) {
                List<Path> ofItself = sessions.filter(
                                it -> it.getFileName().toString().contains("self-"))
                        .sorted()
                        .toList();
                rows = Stream.concat(
                        rows, ofItself.stream().map(SessionFile::read).flatMap(RecordedPairs::rows));
            }
        }
        return of(rows.filter(row -> row.size() >= FEWEST).toList());
    }

    private static Stream<List<Double>> rows(Session session) {
        Map<RowKey, List<Pair>> ofRows = session.pairs().stream()
                .filter(Pair::counts)
                .collect(Collectors.groupingBy(Pair::row, LinkedHashMap::new, Collectors.toList()));
        return ofRows.values().stream()
                .map(pairs -> pairs.stream()
                        .map(PairDifference::of)
                        .flatMap(Optional::stream)
                        .map(PairDifference::byFastest)
                        .toList());
    }

    private static RecordedPairs of(List<List<Double>> rows) {
        List<Estimate> means = rows.stream().map(Estimate::ofLogs).toList();
        double usual = Robust.median(
                means.stream().mapToDouble(it -> it.variance() * it.forks()).toArray());
        Moderation prior = new Moderation(Moderation.Prior.FIXED, 2, usual);
        double[] deviations = means.stream()
                .map(mean -> prior.moderated(Own.ofMean(mean)))
                .mapToDouble(it -> Math.sqrt(it.variance() * it.forks()))
                .toArray();
        DoubleStream.Builder residuals = DoubleStream.builder();
        for (int n = 0; n < deviations.length; n++) {
            Estimate mean = means.get(n);
            double lost = Math.sqrt(mean.forks() / mean.degrees());
            for (double value : rows.get(n)) {
                residuals.add((value - mean.logMean()) * lost / deviations[n]);
            }
        }
        double[] all = residuals.build().toArray();
        double scale = Math.sqrt(Arrays.stream(all).map(it -> it * it).average().orElseThrow());
        return new RecordedPairs(Arrays.stream(all).map(it -> it / scale).toArray(), deviations);
    }
}
