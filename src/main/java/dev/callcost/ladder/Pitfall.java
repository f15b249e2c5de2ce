package dev.callcost.ladder;

import dev.callcost.data.Row;
import dev.callcost.ladder.PitfallValue.Iterations;
import java.util.List;
import java.util.Map;

/**
 * A mistake of a published experiment as declared: two values that it takes for one another, and how far apart they are predicted to be.
 *
 * @param name its name in the tables
 * @param mistake the mistake in one sentence
 * @param larger the value predicted to be larger
 * @param smaller the value predicted to be smaller
 * @param factor how many times as large it is predicted to be, at least
 * @param floor the smallest value of the smaller one that is told from nothing, in the metric's unit: less counts as this much, and
 *     the ratio is then a lower bound; 0 for a value that is never 0
 * @param lastJdk the last Java release that it is predicted for
 * @param next what to read or run next
 */
public record Pitfall(
        String name,
        String mistake,
        PitfallValue larger,
        PitfallValue smaller,
        double factor,
        double floor,
        int lastJdk,
        String next) {

    private static final int EVERY_JDK = Integer.MAX_VALUE;
    private static final double ONE_BYTE = 1;
    private static final String INLINE = "ItemSeventeenBenchmark.inlineRounds";
    private static final String FUNCTION = "ItemSeventeenBenchmark.functionRounds";

    /** The declaration. */
    public static final List<Pitfall> ALL = List.of(
            of(
                    "cold client",
                    "The first burst of a fresh client is taken for what the client can do.",
                    PitfallValue.score("ColdClientBenchmark.firstBurst", "ss", Iterations.FIRST),
                    PitfallValue.score("ColdClientBenchmark.warmedBurst", "ss", Iterations.ALL),
                    3,
                    "EchoBurstBenchmark -p server=OWN_JVM_FRESH,OWN_JVM_WARM"),
            new Pitfall(
                    "sleep's resolution",
                    "A sleep of 100 us is taken for 100 us.",
                    PitfallValue.score("SleepResolutionBenchmark.sleep", "avgt", Iterations.ALL),
                    PitfallValue.score("SleepResolutionBenchmark.spin", "avgt", Iterations.ALL),
                    5,
                    0,
                    20,
                    "ClientsDelayBenchmark -p delay=SLEEP,SPIN"),
            of(
                    "clients on paper",
                    "The permits of one thread are taken for clients.",
                    PitfallValue.score("ClientsOnPaperBenchmark.threads", "thrpt", Iterations.ALL),
                    PitfallValue.score("ClientsOnPaperBenchmark.permits", "thrpt", Iterations.ALL),
                    5,
                    "ClientsDelayBenchmark"),
            of(
                    "wait in a lock",
                    "The gain of a wait moved out of a lock is put down to the map.",
                    PitfallValue.score("WaitInLockBenchmark.outsideLock", "thrpt", Iterations.ALL),
                    PitfallValue.score("WaitInLockBenchmark.insideLock", "thrpt", Iterations.ALL),
                    5,
                    "KeyValueBenchmark"),
            of(
                    "first round, inline",
                    "One round of a loop is taken for its cost: it gets better when it is run again.",
                    PitfallValue.score(INLINE, "ss", Iterations.FIRST),
                    PitfallValue.score(INLINE, "ss", Iterations.LAST),
                    1.2,
                    "ItemSeventeenBenchmark"),
            of(
                    "first round, function",
                    "One round of a loop is taken for its cost: with a function in it it gets worse when it is run again.",
                    PitfallValue.score(FUNCTION, "ss", Iterations.LAST),
                    PitfallValue.score(FUNCTION, "ss", Iterations.FIRST),
                    1.3,
                    "ItemSeventeenBenchmark"),
            of(
                    "first round, function, as published",
                    "One round of a loop is taken for its cost: in the author's order the second round of calls gets worse.",
                    partOfTheDriver("functionSecond"),
                    partOfTheDriver("functionFirst"),
                    1.3,
                    "ItemSeventeenBenchmark"),
            of(
                    "idle RMI connection",
                    "A call after a pause is taken for one round trip like calls back to back.",
                    roundTrips("20"),
                    roundTrips("0"),
                    1.9,
                    "RmiIdleBenchmark"),
            new Pitfall(
                    "copying marshaller",
                    "What a marshaller copies is taken for what its wire format costs.",
                    encodedBytes("COPYING_WIRE"),
                    encodedBytes("BINARY_WIRE"),
                    3,
                    ONE_BYTE,
                    EVERY_JDK,
                    "MarshallerBenchmark -prof gc"));

    /** Whether two rows of one benchmark differ in what this pitfall names and in no other parameter; those of two always may. */
    boolean isAlikeElsewhere(Row largerRow, Row smallerRow) {
        return !larger.benchmark().equals(smaller.benchmark())
                || larger.othersOf(largerRow).equals(smaller.othersOf(smallerRow));
    }

    private static Pitfall of(
            String name, String mistake, PitfallValue larger, PitfallValue smaller, double factor, String next) {
        return new Pitfall(name, mistake, larger, smaller, factor, 0, EVERY_JDK, next);
    }

    private static PitfallValue partOfTheDriver(String part) {
        return new PitfallValue("ItemSeventeenBenchmark.asPublished", "ss", Map.of(), part, Iterations.ALL);
    }

    private static PitfallValue roundTrips(String idleMillis) {
        return new PitfallValue(
                "RmiIdleBenchmark.call", "ss", Map.of("idleMillis", idleMillis), "roundTrips", Iterations.ALL);
    }

    private static PitfallValue encodedBytes(String wireFormat) {
        return new PitfallValue(
                "MarshallerBenchmark.encode",
                "avgt",
                Map.of("wireFormat", wireFormat),
                PitfallValue.BYTES,
                Iterations.ALL);
    }
}
