package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Log;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite's rows are kept apart by JMH Visualizer (0.9.6) and github-action-benchmark (1.22.0), in whose pages and
 * alerts a row would else be missing, or be taken for another.
 */
class OtherToolsTest {
    static Stream<Path> committed() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("results"))) {
            return folders
                    .filter(Files::isDirectory)
                    .flatMap(folder -> Stream.of(folder.resolve(ResultsFile.PACKED))
                            .filter(Files::exists)
                            .findFirst()
                            .or(() -> Log.in(folder).filter(log -> Log.command(log) == Log.Command.RUN))
                            .stream())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /**
     * Neither tool looks at threads, and JMH Visualizer hardly at modes; it cuts names and params apart at blanks and
     * "=".
     */
    @ParameterizedTest
    @MethodSource("committed")
    void separateRowsByNameAndParams(Path results) {
        List<Row> rows = ResultsFile.read(results).rows();
        assertThat(rows)
                .extracting(row -> List.of(row.benchmark(), row.params()))
                .doesNotHaveDuplicates();
        assertThat(rows)
                .flatExtracting(row -> row.params().values())
                .noneMatch(value -> value.contains(" ") || value.contains("="));
    }

    /**
     * JMH Visualizer lays out all rows of a class by its first one's params, and fails on a row that has none where the
     * first has two.
     */
    @ParameterizedTest
    @MethodSource("committed")
    void layOutAClassByItsFirstRow(Path results) {
        Collection<List<Row>> classes = ResultsFile.read(results).rows().stream()
                .collect(Collectors.groupingBy(row -> row.benchmark().replaceFirst("\\.[^.]+$", "")))
                .values();
        for (List<Row> rows : classes) {
            List<Integer> params = new ArrayList<>(
                    rows.stream().map(row -> row.params().size()).toList());
            int first = params.remove(0);
            assertThat(params)
                    .as(rows.get(0).benchmark())
                    .allMatch(others -> first >= 2 ? others >= 1 : others <= first);
        }
    }
}
