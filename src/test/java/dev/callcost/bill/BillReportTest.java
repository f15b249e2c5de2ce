package dev.callcost.bill;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The report, and the log that it is made of. */
class BillReportTest {
    private static final String GRPC = "[main];io.grpc.stub.ClientCalls.call";
    private static final String SHOP = "[main];org.example.app.Shop.buy";
    private static final String NOBODY = "[?];SymbolTable::lookup";
    private static final RowKey FREE = MadeUpFork.call("pinning=FREE");

    @TempDir
    Path directory;

    private static MadeUpFork fork(RowKey row, String numbers, int park, int grpc) {
        Map<String, Integer> time = Map.of(MadeUpFork.PARK, park, GRPC, grpc, SHOP, 3, MadeUpFork.JIT, 10, NOBODY, 1);
        return new MadeUpFork(row, numbers + " bytes=4096", time, Map.of(GRPC + ";byte[]", 1024));
    }

    private Path session(MadeUpFork... forks) {
        return MadeUpFork.session(directory.resolve("session"), forks);
    }

    private static BillReport read(Path folder, String... rows) {
        return BillReport.read(
                folder, Optional.empty(), Stream.of(rows).map(Pattern::compile).toList());
    }

    private static String text(Path folder, String... rows) {
        return read(folder, rows).addTo(new Sections(false)).text();
    }

    private Path twoRows() {
        return session(
                fork(MadeUpFork.CALL, "40 samples=40.4 cpu=44", 60, 26),
                fork(FREE, "90 samples=90.9 cpu=55", 60, 26),
                fork(MadeUpFork.CALL, "41 samples=41.41 cpu=45", 58, 28),
                fork(FREE, "99 samples=99.99 cpu=55", 60, 26),
                fork(MadeUpFork.CALL, "40 samples=40.4 cpu=44.5", 61, 25));
    }

    @Test
    void printsTheGoldenReport() throws IOException {
        BillReport report = read(twoRows());
        Fixtures.assertText("report/bill.txt", report.addTo(new Sections(false)).text());
        Fixtures.assertText("report/bill.md", report.addTo(new Sections(true)).text());
    }

    @Test
    void billsTheSameSamplesByOtherRules() throws IOException {
        Path rules = Files.writeString(directory.resolve("my.rules"), "mine: my own code\n  org.example.*\n");
        assertThat(BillReport.read(twoRows(), Optional.of(rules), List.of())
                        .addTo(new Sections(false))
                        .text())
                .containsPattern("mine +3\\.0%")
                .contains("mine: my own code")
                .doesNotContain("park and unpark");
    }

    @Test
    void printsTheSameBillAsJson() {
        JsonObject json = JsonParser.parseString(read(twoRows()).json()).getAsJsonObject();
        assertThat(json.get("schema").getAsString()).isEqualTo("callcost bill 1");
        assertThat(json.getAsJsonArray("rows")).hasSize(2);
        assertThat(json.getAsJsonArray("rows").get(0).toString())
                .contains("\"sharesAreOfTime\":true", "\"withSamples\":1.01", "{\"name\":\"park and unpark\"")
                .containsPattern("\"about\":\"[^\"]+\",\"share\":0.66");
    }

    @ParameterizedTest
    @CsvSource({
        "dev.callcost.GrpcBenchmark.unary, server=OWN_JVM, true",
        "dev.callcost.GrpcBenchmark.unary, server=SAME_JVM, false",
        "dev.callcost.TargetRateBenchmark.unary, rate=1000, true"
    })
    void aServiceElsewhereHasNoSamples(String benchmark, String param, boolean isElsewhere) {
        Path folder = session(fork(MadeUpFork.row(benchmark, param), "40 cpu=20", 60, 26));
        String warning = "Only the client's side was sampled: the service runs elsewhere.";
        assertThat(text(folder).lines().filter(line -> line.contains(warning))).hasSize(isElsewhere ? 2 : 0);
        assertThat(read(folder).spent().get(0).isClientAlone()).isEqualTo(isElsewhere);
    }

    @Test
    void selectsRowsByLabel() {
        Path folder = twoRows();
        assertThat(read(folder).flameGraphs())
                .containsOnlyKeys("CallBenchmark.call pinning=ONE_CPU", "CallBenchmark.call pinning=FREE")
                .extractingByKey("CallBenchmark.call pinning=FREE", as(STRING))
                .contains("94.4 us ±&gt;50% per call, 2000 samples");
        assertThat(text(folder, "pinning=FREE$"))
                .contains("CallBenchmark.call pinning=FREE: ")
                .doesNotContain("ONE_CPU");
        assertThatThrownBy(() -> text(folder, "nobody"))
                .isInstanceOf(CommandException.class)
                .hasMessage("bill: no row of " + folder + " matches nobody");
    }

    @Test
    void aWarningSaysWhatToDo() {
        assertThat(text(session(new MadeUpFork("40 samples=44", Map.of(MadeUpFork.PARK, 10)))))
                .contains(
                        "The profiler overhead is +10.0%, and a thread gets a CPU 3.00 times instead of 2.00: ignore",
                        "1 fork has no interval: use -f 5 or more.")
                .doesNotContain("B per call", "The widest interval");
    }

    /** Shares whose intervals overlap are no order; neither are times of rows. */
    @Test
    void theAnswerClaimsNoMoreThanForksShow() {
        Path close = session(
                fork(MadeUpFork.CALL, "40 samples=40 cpu=44", 50, 40),
                fork(FREE, "41 cpu=55", 60, 26),
                fork(MadeUpFork.CALL, "50 samples=50 cpu=55", 40, 50),
                fork(FREE, "51 cpu=55", 60, 26),
                fork(MadeUpFork.CALL, "45 samples=45 cpu=50", 45, 46),
                fork(FREE, "46 cpu=55", 60, 26));
        assertThat(text(close, "ONE_CPU"))
                .startsWith("The largest parts of a call of CallBenchmark.call pinning=ONE_CPU (44.8 us ±>50%) are"
                        + " gRPC with 48.1%, park and unpark with 47.7%; threads");
        assertThat(text(close)).as("the times overlap").doesNotContain("the slowest row");
    }

    /** For example when the profiler saw none in forks that are short. */
    @Test
    void aRowWithoutSamplesIsAWarningOrAlreadyTheEnd() {
        MadeUpFork unsampled = new MadeUpFork("40", Map.of(MadeUpFork.JIT, 3));
        String why = "CallBenchmark.call pinning=ONE_CPU: no samples of calls; use more iterations (-i)";
        Path both = MadeUpFork.session(directory.resolve("both"), unsampled, fork(FREE, "30 samples=30.3", 60, 26));
        assertThat(text(both))
                .startsWith(
                        "In 1 fork, the largest part of the CPU time of a call of CallBenchmark.call pinning=FREE (30.0 us) is")
                .contains("\n  " + why);
        assertThat(read(both).spent()).extracting(BillReport.Spent::row).containsExactly(FREE);
        Path alone = session(unsampled);
        assertThatThrownBy(() -> read(alone)).hasMessageStartingWith("bill: " + why);
        Path none = MadeUpFork.session(directory.resolve("none"));
        assertThatThrownBy(() -> text(none))
                .isInstanceOf(CommandException.class)
                .hasMessage("bill: no fork gave samples");
    }

    @ParameterizedTest
    @ValueSource(strings = {"epyc-vm-jdk17-bill", "epyc-vm-jdk17-bill/steps", "xeon-vm-bill-payload/jdk25"})
    void linesOfCommittedBillsFitTheWidth(String folder) {
        BillReport report = read(Path.of("results", folder));
        for (int width : List.of(80, 100, 140)) {
            assertThat(report.addTo(Sections.text(width)).text().lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        }
    }

    @Test
    void refusesFilesThatAreNoLogOfABill() throws IOException {
        assertRefused("{\"type\":\"run\",\"command\":\"run\"}", "is a log of run, not of bill");
        assertRefused("{\"type\":\"bill\"}", "does not say which command wrote it");
        String first = Log.first(Log.Command.BILL, new JsonObject());
        assertRefused(first + "{\"type\":\"fork\"}", "line 2 lacks a part");
        JsonObject withoutAName = fork(FREE, "40 cpu=44", 60, 26).line(new SampleLog());
        withoutAName.getAsJsonArray("frames").remove(0);
        assertRefused(first + Log.line(Log.FORK, withoutAName), "line 2 lacks a part");
        Files.delete(directory.resolve("log.jsonl"));
        assertThatThrownBy(() -> text(directory))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining("no such file");
    }

    private void assertRefused(String text, String why) throws IOException {
        Path log = Files.writeString(directory.resolve("log.jsonl"), text.strip() + "\n");
        assertThatThrownBy(() -> text(directory))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining(log.toString())
                .hasMessageContaining(why);
    }
}
