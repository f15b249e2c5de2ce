package dev.callcost.ladder;

import dev.callcost.data.Row;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A mistake of a published experiment: it takes one value for another. The declaration predicts how far apart the two are.
 *
 * @param name its name in the tables
 * @param mistake the mistake in one sentence
 * @param larger the value predicted to be larger
 * @param smaller the value predicted to be smaller
 * @param factor the smallest predicted ratio of the two
 * @param floor the resolution of the smaller value, in its unit: less counts as this much, and the ratio is then a lower bound; 0 for a value
 *     that is never 0
 * @param lastJdk the last Java release of the prediction
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

    /**
     * Three lines each: name and mistake; mode, larger value, factor and smaller value, written as {@link PitfallValue} reads them; what to run next.
     */
    private static final String DECLARED = """
            cold client | The first burst of a fresh client is taken for what the client can do.
              ss ColdClientBenchmark.firstBurst, first iteration >= 3 x ColdClientBenchmark.warmedBurst
              EchoBurstBenchmark -p server=OWN_JVM_FRESH,OWN_JVM_WARM
            sleep's resolution | A sleep of 100 us is taken for 100 us.
              avgt SleepResolutionBenchmark.sleep >= 5 x SleepResolutionBenchmark.spin; until JDK 20
              ClientsDelayBenchmark -p delay=SLEEP,SPIN
            clients on paper | The permits of one thread are taken for clients.
              thrpt ClientsOnPaperBenchmark.threads >= 5 x ClientsOnPaperBenchmark.permits
              ClientsDelayBenchmark
            wait in a lock | The gain of a wait moved out of a lock is put down to the map.
              thrpt WaitInLockBenchmark.outsideLock >= 5 x WaitInLockBenchmark.insideLock
              KeyValueBenchmark
            first round, inline | One round of a loop is taken for its cost: it gets better when it is run again.
              ss ItemSeventeenBenchmark.inlineRounds, first iteration >= 1.2 x ItemSeventeenBenchmark.inlineRounds, last iteration
              ItemSeventeenBenchmark
            first round, function | One round of a loop is taken for its cost: with a function in it it gets worse when it is run again.
              ss ItemSeventeenBenchmark.functionRounds, last iteration >= 1.3 x ItemSeventeenBenchmark.functionRounds, first iteration
              ItemSeventeenBenchmark
            first round, function, as published | One round of a loop is taken for its cost: in the author's order the second round of calls gets worse.
              ss ItemSeventeenBenchmark.asPublished, functionSecond >= 1.3 x ItemSeventeenBenchmark.asPublished, functionFirst
              ItemSeventeenBenchmark
            idle RMI connection | A call after a pause is taken for one round trip like calls back to back.
              ss RmiIdleBenchmark.call idleMillis=20, roundTrips >= 1.9 x RmiIdleBenchmark.call idleMillis=0, roundTrips
              RmiIdleBenchmark
            copying marshaller | What a marshaller copies is taken for what its wire format costs.
              avgt MarshallerBenchmark.encode wireFormat=COPYING_WIRE, gc.alloc.rate.norm >= 3 x MarshallerBenchmark.encode wireFormat=BINARY_WIRE, gc.alloc.rate.norm; from 1 B
              MarshallerBenchmark -prof gc
            """;

    private static final Pattern ONE = Pattern.compile("(.+) \\| (.+)\n"
            + " +(\\w+) (.+) >= ([\\d.]+) x (.+?)(?:; until JDK (\\d+))?(?:; from (\\d+) B)?\n"
            + " +(.+)\n");

    /** The declaration. */
    public static final List<Pitfall> ALL =
            ONE.matcher(DECLARED).results().map(Pitfall::of).toList();

    private static Pitfall of(MatchResult part) {
        return new Pitfall(
                part.group(1),
                part.group(2),
                PitfallValue.of(part.group(3), part.group(4)),
                PitfallValue.of(part.group(3), part.group(6)),
                Double.parseDouble(part.group(5)),
                Optional.ofNullable(part.group(8)).map(Double::valueOf).orElse(0.0),
                Optional.ofNullable(part.group(7)).map(Integer::valueOf).orElse(Integer.MAX_VALUE),
                part.group(9));
    }

    /** Whether two rows of one benchmark differ only in the params that this pitfall names; two benchmarks may differ in any. */
    boolean isAlikeElsewhere(Row largerRow, Row smallerRow) {
        return !larger.benchmark().equals(smaller.benchmark())
                || larger.othersOf(largerRow).equals(smaller.othersOf(smallerRow));
    }
}
