package dev.callcost.lab;

import dev.callcost.compare.evidence.PairRule;
import dev.callcost.compare.judge.PairVerdicts;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BetaDistribution;

/** The table of sessions of the same code on both sides, as Markdown. */
final class SelfTable {
    /** How head ends that did more work. */
    private static final Pattern MORE_WORK = Pattern.compile(", (\\d+(?:\\.[1-9])?)(?:\\.0)?% more work$");

    private static final Set<Fate> VERDICTS =
            EnumSet.of(Fate.SLOWER, Fate.FASTER, Fate.SAME, Fate.UNDECIDED, Fate.CLEAR);

    /** Of an interval of 99 %. */
    private static final double TAIL = 0.005;

    private SelfTable() {}

    /**
     * A line for each row of each session, and the rates of verdicts for each amount of work that head was given.
     *
     * @param sessions at least one
     */
    static String markdown(List<Session> sessions) {
        record Line(Session.Header header, RowVerdict row, int dropped) {}
        Map<String, List<Verdicts>> byWork = new TreeMap<>();
        List<Line> lines = new ArrayList<>();
        sessions.stream()
                .sorted(Comparator.comparing(it -> it.header().start()))
                .forEach(session -> {
                    Verdicts verdicts = PairVerdicts.of(List.of(session));
                    byWork.computeIfAbsent(injected(session.header()), it -> new ArrayList<>())
                            .add(verdicts);
                    verdicts.rows()
                            .forEach(row -> lines.add(new Line(session.header(), row, dropped(session, row.key()))));
                });
        Grid grid = new Table<Line>()
                .left("row", line -> line.row.key().label())
                .left("session", line -> line.header.start())
                .right("injected", line -> injected(line.header).replaceFirst("^(?=.)", "+"))
                .right("change", line -> line.row.score().map(it -> EstimateText.change(it.slowdown())))
                .left("interval", line -> line.row.score().map(it -> EstimateText.changes(it.low(), it.high())))
                .right("sd of a pair", line -> line.row.score().map(it -> deviation(it.slowdown())))
                .right("pairs", line -> line.row.pairs())
                .right("dropped", line -> line.dropped)
                .left("verdict", line -> line.row.word().replace('_', ' '))
                .of(lines);
        Sections table = new Sections(true).table(grid);
        byWork.forEach((work, alike) -> table.paragraph(
                work.isEmpty()
                        ? rates(
                                alike,
                                "Compared with itself",
                                "Wrongly SLOWER or FASTER",
                                Set.of(Fate.SLOWER, Fate.FASTER))
                        : rates(alike, "With " + work + " more work in head", "Seen, SLOWER", Set.of(Fate.SLOWER))));
        long moved = lines.stream().filter(line -> line.dropped > 0).count();
        return table.paragraph("Pairs were dropped because their difference drifted: in " + moved + " of "
                        + Sections.count(lines.size(), "row") + ".")
                .text();
    }

    private static int dropped(Session session, RowKey row) {
        return session.of(row).all(Warming.class).stream()
                .filter(warming -> !warming.isGivenUp())
                .mapToInt(Warming::pairs)
                .sum();
    }

    /**
     * The verdicts, and the share of some among them with the interval of its probability, for independent events
     * (Clopper and Pearson, <i>The use of confidence or fiducial limits illustrated in the case of the binomial</i>,
     * 1934).
     */
    private static String rates(List<Verdicts> sessions, String what, String name, Set<Fate> some) {
        List<RowVerdict> rows = sessions.stream()
                .flatMap(session -> session.rows().stream())
                .filter(row -> row.fate() != Fate.NOT_JUDGED)
                .toList();
        List<RowVerdict> judged = rows.stream()
                .filter(row -> VERDICTS.contains(row.fate()) && row.pairs() >= PairRule.FEWEST_PAIRS)
                .toList();
        SortedMap<String, Long> verdicts =
                judged.stream().collect(Collectors.groupingBy(RowVerdict::word, TreeMap::new, Collectors.counting()));
        int without = rows.size() - judged.size();
        int all = judged.size();
        int count =
                (int) judged.stream().filter(row -> some.contains(row.fate())).count();
        double low =
                count == 0 ? 0 : BetaDistribution.of(count, all - count + 1.0).inverseCumulativeProbability(TAIL);
        double high =
                count == all ? 1 : BetaDistribution.of(count + 1.0, all - count).inverseCumulativeProbability(1 - TAIL);
        return what + ": " + Sections.count(all, "verdict") + ", "
                + verdicts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(", "))
                + (without > 0 ? ", and " + Sections.count(without, "row") + " without one. " : ". ")
                + name + ": " + count + " of " + all + ", " + Numbers.percent((double) count / all) + " ["
                + Numbers.percent(low) + ", " + Numbers.percent(high)
                + "] (Clopper and Pearson, 99%, for independent verdicts).";
    }

    /** How much more work head did, such as {@code 3%}; empty for none. */
    private static String injected(Session.Header header) {
        Matcher more = MORE_WORK.matcher(header.head());
        boolean isMore = more.find();
        String head = isMore ? header.head().substring(0, more.start()) : header.head();
        if (!head.equals(header.base())) {
            throw new IllegalArgumentException("base and head differ in the run of " + header.start());
        }
        return isMore ? more.group(1) + "%" : "";
    }

    /** The standard deviation of a pair's difference, of the pairs that were judged; empty for one. */
    private static String deviation(Estimate difference) {
        return difference.forks() < 2 ? "" : Numbers.percent(Math.sqrt(difference.variance() * difference.forks()), 1);
    }
}
