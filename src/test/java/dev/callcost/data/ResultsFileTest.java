package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.file.BadFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultsFileTest {
    private static final String ROW = "{'benchmark':'a.X.call','mode':'avgt','threads':2,'params':{'q':'2','p':'NIO'},"
            + "'primaryMetric':{'score':1.5,'scoreError':'NaN','scoreUnit':'us/op','rawData':[[1.0,2.0],[1.5,1.5]]},"
            + "'secondaryMetrics':{'\u00b7gc.alloc.rate.norm':"
            + "{'score':'NaN','scoreUnit':'B/op','rawData':[['NaN',8.0],['+INF','-INF']]}}}";

    private static final String FILE = "[" + ROW + "]";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "results/a/results.json, environment.json, results/a/environment.json",
        "out.json, environment.json, out.environment.json",
        "a.b/out, environment.json, a.b/out.environment.json",
        "a/results.json.gz, environment.json, a/environment.json",
        "out.json.gz, environment.json, out.environment.json",
        "a/log.jsonl.gz, environment.json, a/environment.json",
        "out.log.jsonl, log.jsonl, out.log.jsonl",
        "results.csv, environment.json, results.csv.environment.json"
    })
    void namesTheOtherFilesOfARun(Path results, String name, Path other) {
        assertThat(ResultsFile.beside(results, name)).isEqualTo(other);
    }

    @Test
    void aPackedFileHoldsTheSameRows() throws IOException {
        Path packed = folder.resolve(ResultsFile.PACKED);
        Fixtures.pack(packed, FILE.replace('\'', '"'));
        assertThat(ResultsFile.read(folder).rows()).isEqualTo(read(FILE).rows());
        assertThat(ResultsFile.read(packed).path()).isEqualTo(packed);
        Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), 40));
        assertBad(packed, packed + ": is truncated, its packed data break off");
        Files.writeString(packed, "[]");
        assertThatThrownBy(() -> ResultsFile.read(packed)).isInstanceOf(BadFileException.class);
    }

    @Test
    void readsOldNamesAndNumbersThatJsonCannotWrite() throws IOException {
        Row row = read(FILE).rows().get(0);
        assertThat(row.label()).isEqualTo("X.call p=NIO q=2 threads=2");
        assertThat(row.jdkVersion()).isEmpty();
        assertThat(row.primary().forks()).containsExactly(List.of(1.0, 2.0), List.of(1.5, 1.5));
        assertThat(row.secondary())
                .containsExactly(Map.entry(
                        "gc.alloc.rate.norm",
                        new Metric(
                                "B/op",
                                List.of(
                                        List.of(Double.NaN, 8.0),
                                        List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)))));
        assertThat(row.bytesPerOp().orElseThrow().mean()).hasValue(8.0);
        String least = "{'benchmark':'a.X.call','mode':'avgt','primaryMetric':{'scoreUnit':'us/op','rawData':[[1.0]]}}";
        assertThat(read("[" + least + "]").rows().get(0).label()).isEqualTo("X.call");
    }

    @Test
    void anIterationOfSamplesHasTheirMeanAndTheirNumbers() {
        Metric sampled = Fixtures.read("seeds/sample-time.json").rows().get(0).primary();
        assertThat(sampled.forks().get(0).get(0))
                .isEqualTo(sampled.histograms().get(0).get(0).mean());
        assertThat(sampled.samples())
                .isEqualTo(Histogram.of(new double[] {0, 1, 1.5, 2, 4.5, 5}, new double[] {1, 3, 7, 2, 2, 1}));
    }

    @Test
    void makesTheRowsFromALogWhereThereIsNoResultsFile() throws IOException {
        String log = """
                {"type":"run","command":"run","rows":[{"benchmark":"x.Y.b","mode":"avgt","params":{}},
                 {"benchmark":"x.Y.a","mode":"avgt","params":{"p":"1"}},{"benchmark":"x.Y.c","mode":"avgt","params":{}}]}
                """.replace("\n ", "")
                + fork("a", Map.of("p", "1"), 2, 20.5)
                + fork("b", Map.of(), 1, 1)
                + fork("notPlanned", Map.of(), 1, 1)
                + "{\"type\":\"starts\",\"fork\":\"7\"}\n"
                + fork("a", Map.of("p", "1"), 1, 10)
                + fork("c", Map.of(), 1, 0)
                + fork("b", Map.of(), 2, 2).substring(0, 40);
        Path file = Files.writeString(folder.resolve(Log.NAME), log);
        ResultsFile read = ResultsFile.read(folder);
        assertThat(read).isEqualTo(ResultsFile.read(file));
        assertThat(read.path()).isEqualTo(file);
        assertThat(read.rows()).extracting(Row::label).containsExactly("Y.b", "Y.a p=1");
        assertThat(read.rows().get(1).primary().forks()).containsExactly(List.of(10.0), List.of(20.5));
        assertThat(read.warnings())
                .containsExactly(file + ": left out, x.Y.c has the score 0.0, which is not a positive number");

        Path results = Files.copy(Fixtures.path(Fixtures.ONE_FORK), folder.resolve(ResultsFile.NAME));
        assertThat(ResultsFile.read(folder).path()).isEqualTo(results);
    }

    private static String fork(String name, Map<String, String> params, int round, double score) {
        String iteration = "{\"warmup\":false,\"score\":" + score + "}";
        return LogLines.fork(new RowKey("x.Y." + name, "avgt", params), "us/op", round, Map.of(), List.of(iteration));
    }

    @Test
    void refusesALogWithoutScoresAndTheLogOfAnotherCommand() throws IOException {
        String first = "{\"type\":\"run\",\"command\":\"run\",\"rows\":[{\"benchmark\":\"x.Y.a\",\"mode\":\"avgt\","
                + "\"params\":{}}]}\n";
        Path log = Files.writeString(folder.resolve(Log.NAME), first);
        assertBad(folder, log + ": holds no fork that measured");
        Files.writeString(log, first + fork("a", Map.of(), 1, 0));
        assertBad(folder, log + ": row 1 (x.Y.a) has the score 0.0, which is not a positive number");
        Files.writeString(log, first.replace("\"command\":\"run\"", "\"command\":\"compare\""));
        assertBad(folder, log + ": is a log of compare, not of run; check --paired reads it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    ""            | is empty
                    "  "          | is empty
                    []            | holds no rows
                    {}            | is not a JMH results file, it is not an array of rows
                    null          | is not a JMH results file, it is not an array of rows
                    {"schema": "callcost compare 5"} | holds verdicts, not measurements: check reads results files, check --paired folders of compare
                    hello         | is not JSON at line 1 column 1
                    [] []         | holds two arrays, the second begins at line 1; the results of two runs are two files
                    [] x          | is not JSON at line 1 column 4
                    [] {}         | is not JSON at line 1 column 5
                    [{'a':1,'a':1}] | is not a JMH results file, row 1 has two of "a"
                    [1]           | is not a JMH results file, row 1 is not an object
                    [{'a':1,}]    | is not JSON at line 1 column 10
                    [{'a':1]      | is not JSON at line 1 column 9
                    [{'a':NaN}]   | is not JSON at line 1 column 7
                    [{}]          | is not a JMH results file, row 1 has no "benchmark"
                    [{'benchmark':1}]            | is not a JMH results file, row 1 has a "benchmark" of the wrong kind
                    [{'benchmark':'a.X.call'}]   | is not a JMH results file, row 1 (a.X.call) has no "mode"
                    [{'benchmark':'a.X.call',    | is truncated, it breaks off at line 1 column 26
                    'Benchmark','Mode','Threads','Samples'| is JMH's CSV: run with -rf json
                    'Benchmark';'Mode';'Threads';'Samples'| is JMH's CSV: run with -rf json
                    Benchmark      (size)  Mode  Cnt  Score| is JMH's text: run with -rf json -rff FILE.json
                    \\begin{tabular} | is JMH's LaTeX: run with -rf json
                    window.BENCHMARK_DATA = {'lastUpdate':1 | is a store of github-action-benchmark, which has many runs: history reads it
                    {'lastUpdate':1,'repoUrl':'','entries':{ | is a store of github-action-benchmark, which has many runs: history reads it
                    """)
    void reportsTheFaultOfAFileInOneLine(String json, String what) {
        assertBad(json == null ? "" : json, what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    'threads':2                    | 'threads':1.5        | has a "threads" of the wrong kind
                    'threads':2                    | 'threads':3000000000 | has a "threads" of the wrong kind
                    {'q':'2','p':'NIO'}            | [1]                  | has a "params" of the wrong kind
                    'q':'2'                        | 'q':{}               | has a "params.q" of the wrong kind
                    'primaryMetric'                | 'other'              | has no "primaryMetric"
                    ,'rawData':[[1.0,2.0],[1.5,1.5]] | ""                 | has no "rawData"
                    [[1.0,2.0],[1.5,1.5]]          | [1.0]                | has a "primaryMetric.rawData[0]" of the wrong kind
                    [1.0,2.0]                      | ['x']                | has a "primaryMetric.rawData[0][0]" of the wrong kind
                    'rawData':[[1.0,2.0],[1.5,1.5]] | 'rawDataHistogram':[[[[1]]]] | has a "primaryMetric.rawDataHistogram[0][0][0][1]" of the wrong kind
                    'rawData':[[1.0,2.0],[1.5,1.5]] | 'rawDataHistogram':[[[[1,3],[5,-1]]]] | has a "primaryMetric.rawDataHistogram[0][0][1][1]" of the wrong kind
                    'rawData':[[1.0,2.0],[1.5,1.5]] | 'rawDataHistogram':[[[[1,3],[5,0]]]] | has a "primaryMetric.rawDataHistogram[0][0][1][1]" of the wrong kind
                    'rawData':[[1.0,2.0],[1.5,1.5]] | 'rawDataHistogram':[[[[-1,1],[9,1]]]] | has a "primaryMetric.rawDataHistogram[0][0][0][0]" of the wrong kind
                    """)
    void reportsTheBadRowAndItsFault(String part, String instead, String what) {
        assertThat(ROW).contains(part);
        assertBad(
                "[" + ROW + "," + ROW.replace(part, instead == null ? "" : instead) + "]",
                "is not a JMH results file, row 2 (a.X.call) " + what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    [[1.0,2.0],[1.5,1.5]]          | []                   | has no raw data
                    [1.0,2.0]                      | []                   | has a fork without iterations
                    [1.0,2.0]                      | [1.0,'NaN']          | has the score NaN, which is not a positive number
                    [1.0,2.0]                      | [0.0,1.0]            | has the score 0.0, which is not a positive number
                    [1.0,2.0]                      | [1.1e100]            | has the score 1.1E100, which is too large to be measured
                    [1.0,2.0]                      | [1e-101]             | has the score 1.0E-101, which is too small to be measured
                    [1.0,2.0]                      | ['+INF']             | has the score Infinity, which is not a positive number
                    """)
    void refusesARowWithoutUsableScoresAndReadsTheOthers(String part, String instead, String why) throws IOException {
        assertThat(ROW).contains(part);
        String bad = ROW.replace(part, instead).replace("a.X.call", "a.X.other");
        ResultsFile file = read("[" + ROW + "," + bad + "," + ROW.replace("a.X.call", "a.X.third") + "]");
        assertThat(file.rows())
                .extracting(Row::label)
                .containsExactly("X.call p=NIO q=2 threads=2", "X.third p=NIO q=2 threads=2");
        assertThat(file.warnings()).containsExactly(file.path() + ": left out, a.X.other p=NIO q=2 threads=2 " + why);
        assertBad("[" + bad + "]", "row 1 (a.X.other) " + why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'threads':2",
                "'threads':2,'jmhVersion':'1.21'",
                "'threads':2,'vmName':'another'",
                "'z':1,'threads':2"
            })
    void refusesARowThatIsThereTwiceAndNamesBothPlaces(String part) {
        String other = ROW.replace("a.X.call", "a.X.other");
        String same = ROW.replace("'threads':2", part);
        assertBad(
                "[" + ROW + ",\n" + other + ",\n" + same + "]",
                "holds the row a.X.call p=NIO q=2 threads=2 twice, as row 1 (line 1) and as row 3 (line 3);"
                        + " the results of two runs are two files");
        assertBad("[" + ROW + "]\n[" + same + "]", "holds two arrays, the second begins at line 2; the results of");
    }

    @Test
    void aRowTwiceWithUnusableScoresOrALongNameIsRefusedToo() {
        String bad = ROW.replace("[1.0,2.0]", "[0.0]");
        assertBad("[" + ROW + "," + bad + "]", "holds the row a.X.call p=NIO q=2 threads=2 twice, as row 1 (line 1)");
        String name = "a.X." + "long".repeat(1000);
        assertThatThrownBy(() -> read(("[" + ROW + "," + ROW + "]").replace("a.X.call", name)))
                .hasMessageEndingWith(
                        " twice, as row 1 (line 1) and as row 2 (line 1); the results of two runs are two files");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'benchmark':'a.X.other'", "'mode':'thrpt'", "'threads':3", "'q':'3'"})
    void rowsThatDifferInAPartOfTheirKeyAreTwo(String part) throws IOException {
        String name = part.substring(0, part.indexOf(':') + 1);
        String other = ROW.replaceFirst(name + "('[^']*'|2)", part);
        assertThat(read("[" + ROW + "," + other + "]").rows()).hasSize(2);
    }

    /** Kotlin's native and JavaScript benchmarks, and Gradle's folders. */
    @Test
    void readsTheReportOfOtherHarnesses() throws IOException {
        Row row = Fixtures.read("hunt/5.json").rows().get(0);
        assertThat(row.label()).isEqualTo("CommonBenchmark.math mode=thrpt");
        assertThat(row.primary().forks()).containsExactly(List.of(10.1, 10.2, 10.0));
        String bare = Fixtures.text("hunt/5.json").replaceAll("(\"scoreError\": )0.1", "$1NaN");
        bare = bare.replaceAll("(?s)(\"scoreConfidence\" : \\[).*?]", "$1 NaN, -Infinity ]");
        assertThat(read(bare).rows()).containsExactly(row);
        assertBad(bare.replace("NaN,", "nan,"), "is not JSON at line ");
        assertBad(bare.replace("10.2", "NaN"), "is not JSON at line ");
    }

    @Test
    void findsTheOnlyResultsFileOfAFolder() throws IOException {
        assertBad(folder, folder + ": the folder holds no results.json and no log.jsonl");
        Path missing = folder.resolve("missing.json");
        assertBad(missing, missing + ": no such file");
        Files.writeString(folder.resolve("other.json"), "{\"benchmark\":1}");
        Path file = Files.copy(Fixtures.path("hunt/4.json"), folder.resolve("main.json"));
        assertThat(ResultsFile.read(folder).path()).isEqualTo(file);
        Path second = Files.copy(Fixtures.path("hunt/5.json"), folder.resolve("second.json"));
        assertBad(
                folder, folder + ": the folder holds several results files, name one of them: main.json, second.json");
        Path usual = Files.move(second, folder.resolve("jmh-result.json"));
        assertThat(ResultsFile.read(folder).path()).isEqualTo(usual);
    }

    @ParameterizedTest
    @CsvSource({"1.21, 'a,b|c{d}'", "1.19, 'a,b|c{d}'", "1.22, 'a,\n        b|c{\n        d\n    }'"})
    void oldVersionsBreakParamsAfterCommas(String version, String value) throws IOException {
        String blanks = " ".repeat(1_000_000);
        assertThat(read(FILE.replace("'q':'2'", "'q':'" + blanks + "'"))
                        .rows()
                        .get(0)
                        .params())
                .containsEntry("q", blanks);
        String row = "{'jmhVersion':'" + version + "',"
                + ROW.substring(1).replace("'q':'2'", "'q':'a,\n        b|c{\n        d\n    }'");
        assertThat(read("[" + row + "]").rows().get(0).params()).containsEntry("q", value);
    }

    @Test
    void readsUtf8WithAMarkToo() throws IOException {
        assertThat(read("\ufeff" + FILE).rows()).isEqualTo(read(FILE).rows());
        Path packed = folder.resolve(ResultsFile.PACKED);
        Fixtures.pack(packed, "\ufeff" + FILE.replace('\'', '"'));
        assertThat(ResultsFile.read(packed).rows()).isEqualTo(read(FILE).rows());
        assertBad("\ufeff", "is empty");
        assertBad("\ufeff'Benchmark','Mode','Threads','Samples'", "is JMH's CSV");
        Path file = folder.resolve("other.json");
        for (Charset charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            Files.writeString(file, FILE, charset);
            assertBad(file, file + ": cannot be read: it is text in UTF-16: write it in UTF-8");
        }
        String tar = "x".repeat(257) + "ustar";
        Map<String, String> archives =
                Map.of("zip", "PK\003\004\024\000", "xz", "\u00fd7zXZ\000", "zstd", "(\u00b5/\u00fd", "tar", tar);
        for (Map.Entry<String, String> archive : archives.entrySet()) {
            Files.writeString(file, archive.getValue() + FILE, StandardCharsets.ISO_8859_1);
            assertBad(
                    file,
                    file + ": cannot be read: it is a " + archive.getKey()
                            + " archive: unpack it and name the file in it");
        }
        Files.writeString(file, FILE.replace('\'', '"'), StandardCharsets.ISO_8859_1);
        assertBad(file, file + ": is not text in UTF-8");
    }

    @Test
    void readsStandardInputOnce() throws IOException {
        InputStream before = System.in;
        byte[] json = FILE.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        try {
            System.setIn(new ByteArrayInputStream(json));
            assertThat(ResultsFile.read(Path.of("-")).rows())
                    .isEqualTo(read(FILE).rows());
            assertBad(Path.of("-"), "-: standard input can be read only once: name a file for the other one");
            System.setIn(new ByteArrayInputStream(json, 0, json.length / 2));
            assertThatThrownBy(() -> ResultsFile.read(Path.of("-"))).hasMessageStartingWith("-: is truncated");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void reportsLongAndOddNamesInOneShortLine() {
        assertBad("[{'benchmark':'a\\n\\u001b[31m\\u2028b'}]", "is not a JMH results file, row 1 (a [31m b) has no");
        String blanks = " ".repeat(1_000_000);
        assertThatThrownBy(() -> read("[{'benchmark':'" + blanks + "'}]"))
                .isInstanceOf(BadFileException.class)
                .message()
                .hasSizeLessThan(1000);
    }

    @Test
    void refusesEveryTruncation() throws IOException {
        String json = "[" + ROW + "," + ROW.replace("a.X.call", "a.X.other") + "]";
        for (int length = 1; length < json.length(); length++) {
            assertBad(json.substring(0, length), "is truncated");
        }
    }

    private static void assertBad(Path file, String message) {
        assertThatThrownBy(() -> ResultsFile.read(file))
                .isInstanceOf(BadFileException.class)
                .hasMessage(message);
    }

    private void assertBad(String json, String what) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(BadFileException.class)
                .hasMessageStartingWith(folder.resolve("some.json") + ": " + what)
                .message()
                .hasLineCount(1);
    }

    private ResultsFile read(String json) throws IOException {
        return ResultsFile.read(Files.writeString(folder.resolve("some.json"), json.replace('\'', '"')));
    }
}
