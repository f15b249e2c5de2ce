package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.callcost.data.Fixtures;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.text.CommandException;
import dev.callcost.text.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static String text(Path folder) {
        return BillReport.read(folder).addTo(new Sections(false)).text();
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
        BillReport report = BillReport.read(twoRows());
        Fixtures.assertText("report/bill.txt", report.addTo(new Sections(false)).text());
        Fixtures.assertText("report/bill.md", report.addTo(new Sections(true)).text());
    }

    @ParameterizedTest
    @CsvSource({
        "dev.callcost.GrpcBenchmark.unary, server=OWN_JVM, true",
        "dev.callcost.GrpcBenchmark.unary, server=SAME_JVM, false",
        "dev.callcost.TargetRateBenchmark.unary, rate=1000, true"
    })
    void aServiceElsewhereHasNoSamples(String benchmark, String param, boolean isElsewhere) {
        Path folder = session(fork(MadeUpFork.row(benchmark, param), "40 cpu=20", 60, 26));
        assertThat(text(folder).contains("Only the client's side was sampled: the service runs elsewhere"))
                .isEqualTo(isElsewhere);
    }

    @Test
    void aWarningSaysWhatToDo() {
        assertThat(text(session(new MadeUpFork("40 samples=44", Map.of(MadeUpFork.PARK, 10)))))
                .contains(
                        "The profiler overhead of CallBenchmark.call pinning=ONE_CPU is +10.0%: ignore",
                        "1 fork has no interval: use -f 5 or more.")
                .doesNotContain("B per call");
    }

    /** Threads wait 5 ms or more for a CPU that other programs have, or wake up soon on an idle one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    80 cpu=20 delay=45 switches=9 | 45.0 us | 17.0 us
                    80 cpu=20 delay=90 switches=9 | 62.0 us |
                    80 cpu=20 delay=45            |         | 62.0 us
                    """)
    void timeWhenOtherProgramsHaveTheCpuIsNotIdle(String numbers, String contended, String idle) {
        String text = text(session(fork(FREE, numbers, 60, 26)));
        assertWaits(text, "waiting, CPU contended", contended);
        assertWaits(text, "waiting, CPU idle", idle);
    }

    private static void assertWaits(String text, String how, String time) {
        if (time == null) {
            assertThat(text).doesNotContain(how);
        } else {
            assertThat(text).containsPattern("\n" + how + " +" + time + "\n");
        }
    }

    @Test
    void whatIsNextToNothingIsNotSaid() {
        assertThat(text(session(new MadeUpFork("40 cpu=40", Map.of(SHOP, 998, MadeUpFork.PARK, 2)))))
                .startsWith("A call of CallBenchmark.call pinning=ONE_CPU (40.0 us) spends 99.8% of its time in"
                        + " org.example.app, 0.2% in park and unpark.\n");
        assertThat(text(MadeUpFork.session(
                        directory.resolve("wide"),
                        fork(FREE, "40 samples=40.4 cpu=40", 60, 26),
                        fork(FREE, "40 samples=90 cpu=40", 60, 26))))
                .contains("Profiler overhead: +50.7% (its interval is too wide)");
    }

    /** For example when the profiler saw none in forks that are short. */
    @Test
    void aRowWithoutSamplesIsAWarningOrAlreadyTheEnd() {
        MadeUpFork unsampled = new MadeUpFork("40", Map.of(MadeUpFork.JIT, 3));
        String why = "CallBenchmark.call pinning=ONE_CPU: no samples of calls; use more iterations (-i)";
        Path both = MadeUpFork.session(directory.resolve("both"), unsampled, fork(FREE, "30 samples=30.3", 60, 26));
        assertThat(text(both))
                .startsWith("A call of CallBenchmark.call pinning=FREE (30.0 us) spends ")
                .contains("\n  " + why);
        assertThat(BillReport.read(both).spent())
                .extracting(BillReport.Spent::row)
                .containsExactly(FREE);
        Path alone = session(unsampled);
        assertThatThrownBy(() -> text(alone)).hasMessageStartingWith("bill: " + why);
        Path none = MadeUpFork.session(directory.resolve("none"));
        assertThatThrownBy(() -> text(none))
                .isInstanceOf(CommandException.class)
                .hasMessage("bill: no fork gave samples");
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
