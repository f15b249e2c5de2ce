package dev.callcost.compare.measure;

import static dev.callcost.compare.MadeUpSession.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.compare.MadeUpSession;
import dev.callcost.compare.evidence.NoVerdict.WhyNot;
import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.evidence.PairRule.PairPrior;
import dev.callcost.compare.evidence.Quantities;
import dev.callcost.compare.evidence.ScoreChange;
import dev.callcost.compare.judge.PairJudge;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Screen;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.session.Session;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The procedure for pairs against vectors.json, which another implementation of it calculated: a session of the first
 * and deciding pairs is judged.
 */
class PairedRuleVectorsTest {
    private static final double RELATIVE = 1e-6;

    /** Of values that are given with eight significant digits. */
    private static final double DIGITS = 6e-8;

    private record Vector(JsonObject json) {
        Map<RowKey, OptionalDouble> first() {
            Map<RowKey, OptionalDouble> first = new LinkedHashMap<>();
            json.getAsJsonObject("first").asMap().forEach((row, value) -> first.put(key(row), number(value)));
            return first;
        }

        JsonObject expected(String part) {
            return json.getAsJsonObject("expected").getAsJsonObject(part);
        }

        @Override
        public String toString() {
            return json.get("name").getAsString();
        }
    }

    static Stream<Vector> vectors() throws IOException {
        try (Reader reader = new InputStreamReader(
                PairedRuleVectorsTest.class.getResourceAsStream("vectors.json"), StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(reader).getAsJsonObject().getAsJsonArray("vectors").asList().stream()
                    .map(it -> new Vector(it.getAsJsonObject()));
        }
    }

    private static OptionalDouble number(JsonElement json) {
        return json == null || json.isJsonNull() ? OptionalDouble.empty() : OptionalDouble.of(json.getAsDouble());
    }

    private static List<RowKey> keys(JsonElement names) {
        return names.getAsJsonArray().asList().stream()
                .map(name -> key(name.getAsString()))
                .toList();
    }

    private static void assertIs(double value, JsonObject expected, String name) {
        double number = expected.get(name).getAsDouble();
        assertThat(value).as(name).isCloseTo(number, within(Math.max(1e-12, Math.abs(number) * DIGITS)));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void firstPairsChoose(Vector vector) {
        JsonObject expected = vector.expected("screen");
        Screen<RowKey> screen =
                Screen.of(vector.first(), vector.json.get("pairsLeft").getAsLong());
        assertThat(screen.chosen()).isEqualTo(keys(expected.get("chosen")));
        assertThat(screen.choosesAll()).isEqualTo(expected.get("all").getAsBoolean());
        OptionalDouble unseen = number(expected.get("X"));
        assertThat(screen.unseen().isPresent()).isEqualTo(unseen.isPresent());
        unseen.ifPresent(it -> assertThat(screen.unseen().getAsDouble()).isCloseTo(it, within(RELATIVE * it)));
        Moderation prior = PairPrior.ofFirst(vector.first().values().stream()
                .flatMapToDouble(OptionalDouble::stream)
                .toArray());
        double scale = expected.get("s").getAsDouble();
        // where first pairs agree wholly, the reference has degrees of a prior without a variance
        assertThat(prior.degrees()).isEqualTo(scale == 0 ? 0 : expected.get("p").getAsDouble());
        if (prior.degrees() > 0) {
            assertThat(Math.sqrt(prior.variance())).isCloseTo(scale, within(RELATIVE * scale));
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void firstPairsOfAllRowsAreJudgedTogether(Vector vector) {
        Optional<Together> together = rows(vector).together();
        JsonElement json = vector.json.getAsJsonObject("expected").get("together");
        assertThat(together.isPresent()).isEqualTo(!json.isJsonNull());
        together.ifPresent(it -> {
            JsonObject expected = json.getAsJsonObject();
            assertThat(it.rows()).isEqualTo(expected.get("rows").getAsInt());
            assertIs(it.slowdown().logMean(), expected, "mean");
            assertIs(Math.log(it.low()), expected, "low");
            assertIs(Math.log(it.high()), expected, "high");
            assertIs(it.slowdown().probabilityOf(0), expected, "p");
            assertThat(it.verdict().name()).isEqualTo(expected.get("verdict").getAsString());
        });
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void aRowThatWasNotChosenMayBeSlower(Vector vector) {
        Screen<RowKey> screen =
                Screen.of(vector.first(), vector.json.get("pairsLeft").getAsLong());
        PairJudge rows = rows(vector);
        vector.expected("unchosen").asMap().forEach((name, expected) -> {
            boolean isSuspect = expected.getAsString().equals("SUSPECT");
            assertThat(Math.log(rows.verdicts(key(name)).get(0).onePair().orElse(1)) > PairRule.FIND)
                    .as(name)
                    .isEqualTo(isSuspect);
            assertThat(rows.verdicts(key(name)).get(0).isClear())
                    .as(name)
                    .isEqualTo(!isSuspect && screen.unseen().orElse(0) <= PairRule.LARGE);
        });
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void decidingPairsDecide(Vector vector) {
        PairJudge rows = rows(vector);
        JsonElement next = vector.json.getAsJsonObject("expected").get("next");
        assertThat(next(rows)).isEqualTo(next.isJsonNull() ? List.of() : List.of(key(next.getAsString())));
        JsonObject expected = vector.expected("judge");
        if (expected == null) {
            return;
        }
        assertIs(rows.rule().level() / 2, expected, "level");
        Moderation prior = rows.prior(Optional.empty());
        if (expected.getAsJsonObject("prior").get("variance").getAsDouble() > 0) {
            assertIs(prior.variance(), expected.getAsJsonObject("prior"), "variance");
            assertIs(prior.degrees(), expected.getAsJsonObject("prior"), "degrees");
        }
        expected.getAsJsonObject("rows").asMap().forEach((name, of) -> judges(rows, name, of.getAsJsonObject()));
    }

    private static void judges(PairJudge rows, String name, JsonObject expected) {
        RowVerdict row = rows.verdicts(key(name)).get(0);
        String verdict = expected.get("verdict").getAsString();
        boolean isClear = expected.has("clear") && expected.get("clear").getAsBoolean();
        assertThat(row.word())
                .as(name)
                .isEqualTo(verdict.equals("UNDECIDED") && isClear ? "CLEAR" : verdict(row, verdict));
        assertThat(row.pairs()).isEqualTo(expected.get("pairs").getAsInt());
        if (expected.has("clear")) {
            assertThat(row.paired().orElseThrow().isClear()).isEqualTo(isClear);
        }
        if (expected.has("limit95")) {
            assertThat(Math.log(row.paired().orElseThrow().limit()))
                    .as("limit of " + name)
                    .isCloseTo(expected.get("limit95").getAsDouble(), within(1e-8));
        }
        if (expected.has("mean")) {
            ScoreChange score = row.score().orElseThrow();
            Estimate estimate = score.slowdown();
            assertThat(estimate.forks()).isEqualTo(expected.get("look").getAsInt());
            assertThat(estimate.logMean())
                    .as("mean of " + name)
                    .isCloseTo(expected.get("mean").getAsDouble(), within(1e-9));
            assertIs(estimate.variance() * estimate.forks(), expected, "variance");
            assertIs(estimate.degrees(), expected, "degrees");
            assertThat(Math.log(score.low())).isCloseTo(expected.get("low").getAsDouble(), within(1e-8));
            assertThat(Math.log(score.high())).isCloseTo(expected.get("high").getAsDouble(), within(1e-8));
        }
    }

    /** The vectors do not have that the only fork of a row failed. */
    private static String verdict(RowVerdict row, String verdict) {
        boolean isLost = row.reason().filter(it -> it.why() == WhyNot.LOST).isPresent();
        return isLost && row.pairs() == 0 ? "NOT_MEASURED" : verdict;
    }

    private static PairJudge rows(Vector vector) {
        Map<RowKey, OptionalDouble> first = vector.first();
        MadeUpSession session = MadeUpSession.of(first.keySet().toArray(RowKey[]::new));
        first.forEach((row, value) -> {
            if (value.isPresent()) {
                session.first(row, Math.expm1(value.getAsDouble()));
            } else {
                session.failed(row, 1);
            }
        });
        vector.json.getAsJsonArray("log").forEach(pair -> {
            JsonArray of = pair.getAsJsonArray();
            number(of.get(1)).ifPresent(it -> session.deciding(key(of.get(0).getAsString()), Math.expm1(it)));
        });
        session.chosen(keys(vector.expected("screen").get("chosen")));
        Session read = session.read();
        return new PairJudge(List.of(read), read.header().settings().margin(), new Quantities(List.of()));
    }

    /** The rows that a schedule gives the next pair, with time for everything. */
    private static List<RowKey> next(PairJudge rows) {
        List<RowProgress> runs = rows.first().keySet().stream()
                .map(row -> new RowProgress(PlannedPairs.planned(row)))
                .toList();
        PairSchedule schedule =
                new PairSchedule(List.of(runs), rows, new Random(1), Duration.ofHours(10), Duration.ZERO, () -> 0);
        return schedule.decidingPairs(List.of()).stream()
                .map(RowProgress::key)
                .limit(1)
                .toList();
    }
}
