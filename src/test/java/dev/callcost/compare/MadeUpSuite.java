package dev.callcost.compare;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.session.Session;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.RowReach.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Sessions of a suite of 120 rows, of which 40 run changed methods. */
public final class MadeUpSuite {
    private static final int ROWS = 120;
    private static final int REACHED = 40;
    private static final int IN_SET_UP = 20;
    private static final int CHOSEN = 8;

    private static final Reach REACH = new Reach(
            List.of(method("Parser", "next"), method("Parser", "skip"), method("Version", "<clinit>")),
            List.of(),
            null);

    /** Deciding differences of the chosen rows. Each has four pairs that scatter by so much around it. */
    private static final double[] CHANGES = {0.30, 0.12, -0.10, 0.0, 0.001, -0.001, 0.06, 0.08};

    private static final double[] SCATTER = {0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.07, 0.081};

    private MadeUpSuite() {}

    private static ChangedMethod method(String owner, String name) {
        return new ChangedMethod("com/example/" + owner, name, "()V");
    }

    private static List<RowKey> rows(int count) {
        String[] benchmarks = {
            "JsonBench.read", "JsonBench.writeWithAllFeaturesOfThisLibraryTurnedOnAndSomeMoreOfThem", "SmileBench.read"
        };
        return IntStream.range(0, count)
                .mapToObj(row -> new RowKey(
                        "com.example.bench." + benchmarks[row / REACHED % benchmarks.length],
                        "avgt",
                        Map.of("size", String.valueOf(1 + row % REACHED))))
                .toList();
    }

    /** Two rows are slower, one is faster, three are the same, two inconclusive, and 32 were not chosen. */
    public static Session session() {
        List<RowKey> rows = rows(ROWS);
        List<RowKey> chosen = rows.subList(0, CHOSEN);
        MadeUpSession session = MadeUpSession.ofItself(rows).reach(REACH).chosen(chosen);
        for (int row = 0; row < ROWS; row++) {
            if (row < REACHED) {
                session.reached(rows.get(row), Kind.REACHED, row % 2 == 0 ? List.of(0, 1) : List.of(0));
            } else if (row < REACHED + IN_SET_UP) {
                session.reached(rows.get(row), Kind.REACHED_IN_SETUP, List.of());
            } else {
                session.reached(rows.get(row), Kind.SAME_CODE, List.of());
            }
        }
        for (int row = 0; row < REACHED; row++) {
            session.first(rows.get(row), row < CHOSEN ? CHANGES[row] : 0.01 * (row % 5 - 2));
        }
        for (int pair = 0; pair < PairRule.ANALYSES.get(2); pair++) {
            for (int row = 0; row < CHOSEN; row++) {
                double sign = pair % 2 == 0 ? 1 : -1;
                session.deciding(chosen.get(row), CHANGES[row] + sign * SCATTER[row]);
            }
        }
        return session.read();
    }

    /** A third of the rows had a first pair when the budget ended, and one row was chosen. */
    public static Session late() {
        List<RowKey> rows = rows(ROWS);
        MadeUpSession session = MadeUpSession.ofItself(rows).chosen(rows.subList(0, 1));
        rows.subList(0, REACHED).forEach(row -> session.first(row, 0.001 * (rows.indexOf(row) % 5 - 2)));
        for (int pair = 0; pair < PairRule.ANALYSES.get(2); pair++) {
            session.deciding(rows.get(0), pair % 2 == 0 ? 0.001 : -0.001);
        }
        return session.read();
    }

    /** No row runs a changed method. */
    public static Session unreached() {
        List<RowKey> rows = rows(3);
        MadeUpSession session = MadeUpSession.ofItself(rows)
                .reach(new Reach(REACH.methods().subList(0, 2), List.of(), null))
                .chosen(List.of());
        rows.forEach(row -> session.reached(row, Kind.SAME_CODE, List.of()));
        return session.read();
    }

    /** The forks of all rows failed alike. */
    public static Session failedAlike() {
        List<RowKey> rows = rows(ROWS);
        MadeUpSession session = MadeUpSession.ofItself(rows).chosen(new ArrayList<>());
        rows.forEach(row -> session.failed(row, 2));
        return session.read();
    }
}
