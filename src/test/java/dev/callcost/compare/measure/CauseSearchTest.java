package dev.callcost.compare.measure;

import static dev.callcost.compare.MadeUpSession.SAME;
import static dev.callcost.compare.MadeUpSession.key;
import static dev.callcost.compare.MadeUpSession.pairsAround;
import static dev.callcost.compare.measure.PlannedPairs.planned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.bill.SlowerParts;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.measure.ComparisonRequest.SessionTime;
import dev.callcost.compare.report.ComparisonProgress;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.Explained;
import dev.callcost.compare.session.SessionFile;
import dev.callcost.data.Log;
import dev.callcost.data.RowKey;
import dev.callcost.launch.RowPair;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which slower rows are explained, and what a report says of them. */
class CauseSearchTest {
    private static final RowKey MUCH = key("much");
    private static final RowKey SOME = key("some");
    private static final RowKey LESS = key("less");
    private static final RowKey LEAST = key("least");
    private static final RowKey STEADY = key("steady");
    private static final List<RowKey> ROWS = List.of(STEADY, LEAST, SOME, MUCH, LESS);

    @TempDir
    Path folder;

    private final List<String> explained = new ArrayList<>();

    private static MadeUpSession session() {
        return MadeUpSession.of(ROWS.toArray(RowKey[]::new))
                .pairs(STEADY, SAME)
                .pairs(LEAST, pairsAround(0.1))
                .pairs(SOME, pairsAround(0.3))
                .pairs(LESS, pairsAround(0.2))
                .headBytes(88)
                .pairs(MUCH, pairsAround(0.4));
    }

    private static SlowerParts parts() {
        return new SlowerParts(
                100_000.0,
                140_000.0,
                false,
                List.of(new SlowerParts.Part("Parser.read", 30_000), new SlowerParts.Part("Parser.skip", 5_000)),
                OptionalDouble.of(64.0),
                OptionalDouble.of(88.0),
                "");
    }

    private static Cause cause() {
        return Cause.of(parts());
    }

    /** Explains rows by made-up samples; forks of pairs took half a minute. */
    private Session explain(Path log, Optional<SlowerParts> parts, Duration budget) {
        LiveSession live = new LiveSession(log, SessionFile.read(log));
        new CauseSearch(live, null, new ComparisonProgress(Progress.onTerminal()), flames -> {}) {
            @Override
            Optional<SlowerParts> sample(
                    RowPair row, double baseNanos, double headNanos, Consumer<Supplier<String>> steps) {
                explained.add(row.key().label());
                assertThat(headNanos).isBetween(100_000.0, 145_000.0);
                if (row.key().equals(SOME)) {
                    throw CommandException.failure("no profiler");
                }
                return parts;
            }
        }.explain(
                ROWS.stream().map(row -> planned(row)).toList(),
                new PairJudge(live.session()),
                new SessionTime(budget, Duration.ZERO));
        assertThat(SessionFile.read(log)).isEqualTo(live.session());
        return live.session();
    }

    private Path log() throws IOException {
        return Files.writeString(folder.resolve(Log.NAME), session().text());
    }

    @Test
    void theThreeSlowestRowsAreExplainedOnce() throws IOException {
        Path log = log();
        Session session = explain(log, Optional.of(parts()), Duration.ofMinutes(10));
        assertThat(explained).containsExactly(MUCH.label(), SOME.label(), LESS.label());
        assertThat(session.causes()).containsEntry(MUCH, cause());
        assertThat(session.causes()).containsEntry(SOME, Cause.unknown("no profiler"));
        assertThat(session.causes()).doesNotContainKey(LEAST);
        String text = Files.readString(log);
        explain(log, Optional.of(parts()), Duration.ofMinutes(10));
        assertThat(explained).hasSize(3);
        assertThat(Files.readString(log)).isEqualTo(text);
    }

    @Test
    void aRowForWhichTheBudgetIsTooShortIsNotExplained() throws IOException {
        assertThat(explain(log(), Optional.of(parts()), Duration.ofSeconds(119)).events())
                .noneMatch(Explained.class::isInstance);
        assertThat(explained).isEmpty();
    }

    @Test
    void toldToEndItExplainsNoFurtherRow() throws IOException {
        assertThat(explain(log(), Optional.empty(), Duration.ofMinutes(10)).events())
                .noneMatch(Explained.class::isInstance);
        assertThat(explained).containsExactly(MUCH.label());
    }

    private static VerdictReport report() {
        return new VerdictReport(
                MadeUpSession.judged(session()
                        .runs(MUCH, "org/acme/Parser", "read")
                        .runs(LESS, "org/acme/Parser$Table", "find", "grow", "shrink", "clear")
                        .runs(STEADY, "org/acme/Parser", "skip")
                        .why(MUCH, cause())
                        .why(STEADY, cause())
                        .why(SOME, Cause.unknown("no profiler"))),
                false);
    }

    @Test
    void textSaysWhyBelowTheRow() {
        String[] table = report().text(new View(80, true)).split("\n\n")[1].split("\n");
        assertThat(Stream.of(table).skip(1).map(line -> line.startsWith("  B.") ? line.replaceFirst("%.*", "%") : line))
                .containsExactly(
                        "slower",
                        "  B.much    +40.0%",
                        "    why: Parser.read +30.0 us, Parser.skip +5.00 us of +40.0 us, +24.0 B/op;",
                        "      changed and run: Parser.read",
                        "  B.some    +30.0%",
                        "    why: not sampled: no profiler",
                        "  B.less    +20.0%",
                        "    changed and run: Parser.Table.find, Parser.Table.grow, Parser.Table.shrink",
                        "      and 1 more",
                        "  B.least   +10.0%",
                        "allocates more",
                        "  B.much    +37.5%",
                        "same",
                        "  B.steady   +0.0%");
    }
}
