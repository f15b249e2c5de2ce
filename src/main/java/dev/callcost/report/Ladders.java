package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Order;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.ladder.Rung;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Key;
import dev.callcost.plot.Picture.Lane;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.stats.Difference;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What runs say in a sentence, and their pictures: the waterfall to a gRPC call, and every score to scale. */
final class Ladders {
    private static final List<String> LEAD = List.of(Rung.INLINE, Rung.RMI, Rung.BASE_CELL);
    private static final String OTHERS = "rows outside the chain";
    private static final int LANE = 26;
    private static final int FALL = 52;
    private static final int FEWEST_STEPS = 3;
    private static final double THOUSAND = 1000;

    private Ladders() {}

    /**
     * A row's score in the unit of its panel.
     *
     * @param factor units of the score in the panel's unit
     */
    private record Score(String group, String name, Row row, Estimate score, String unit, double factor) {
        static Score of(Ladder ladder, String group, String name, Row row) {
            Optional<Estimate> nanos = ladder.estimates().nanos(row);
            Estimate score = nanos.orElseGet(() -> ladder.estimates().score(row));
            List<String> units = nanos.isPresent()
                    ? List.of("ns", "us", "ms", "s")
                    : Stream.of("", "k ", "M ", "G ")
                            .map(prefix -> prefix + row.primary().unit())
                            .toList();
            double rounded = new BigDecimal(score.value(), new MathContext(3)).doubleValue();
            int n = (int) Math.max(0, Math.min(3, Math.floor(Math.log(rounded) / Math.log(THOUSAND) + 1e-9)));
            return new Score(
                    group, name, row, score, units.get(n), Math.pow(THOUSAND, nanos.isPresent() || n > 0 ? n : 0));
        }

        private boolean hasInterval() {
            return score.hasInterval() && !EstimateText.isTooWide(score);
        }

        String text() {
            return EstimateText.isTooWide(score)
                    ? Numbers.significant(score.value() / factor) + " " + unit
                    : EstimateText.score(score.times(1 / factor), unit);
        }

        double[] forks() {
            UnaryOperator<Double> toScore = row.nanos().isPresent()
                    ? it -> Math.exp(row.logNanos().orElseThrow().applyAsDouble(Math.log(it)))
                    : it -> it;
            return Arrays.stream(row.primary().forkMedians())
                    .map(fork -> toScore.apply(fork) / factor)
                    .toArray();
        }

        double most() {
            double high = hasInterval() ? score.high() / factor : 0;
            return Math.max(
                    Math.max(high, score.value() / factor),
                    Arrays.stream(forks()).max().orElse(0));
        }

        Lane lane(String shown, String kind, String file) {
            double value = score.value() / factor;
            List<Mark> marks = new ArrayList<>();
            marks.add(new Mark.Area(0, 0.4, value, 0.6, "soft", ""));
            Arrays.stream(forks()).forEach(fork -> marks.add(Mark.tick(fork)));
            if (hasInterval()) {
                marks.add(Mark.range(score.low() / factor, score.high() / factor, kind));
            }
            marks.add(new Mark.Point(value, Mark.MIDDLE, kind, text() + ", " + score.forks() + " forks"));
            String words = name + (file.isEmpty() ? "" : " (" + file + ")") + ": " + text();
            return new Lane(group, shown, "", marks, text(), "", LEAD.contains(name) ? "lead" : "", words);
        }
    }

    /** The shortest names that tell the rows of some ladders apart. */
    private static RowNames names(List<Ladder> ladders) {
        return new RowNames(ladders.stream()
                .flatMap(ladder -> ladder.rows().stream())
                .map(Row::key)
                .toList());
    }

    private static List<Score> scores(Ladder ladder, RowNames names) {
        List<Score> scores = new ArrayList<>();
        for (Step step : ladder.steps()) {
            String tier = step.rung().tier().name().toLowerCase(Locale.ROOT);
            scores.add(Score.of(ladder, tier, step.rung().name(), step.row()));
        }
        String group = scores.isEmpty() ? "" : OTHERS;
        ladder.others().forEach(row -> scores.add(Score.of(ladder, group, names.of(row.key()), row)));
        return scores;
    }

    /** Every score on a linear axis, a panel for each unit. The lanes of a row in several files are below each other. */
    static Picture times(List<Ladder> ladders, List<String> files) {
        Map<String, Map<String, List<Lane>>> panels = new LinkedHashMap<>();
        Map<String, Double> most = new LinkedHashMap<>();
        Map<String, String> longest = new LinkedHashMap<>();
        List<String> order = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        RowNames names = names(ladders);
        for (int file = 0; file < ladders.size(); file++) {
            for (Score score : scores(ladders.get(file), names)) {
                groups.add(score.group);
                List<Lane> same = panels.computeIfAbsent(score.unit, it -> new LinkedHashMap<>())
                        .computeIfAbsent(score.group + score.name, it -> new ArrayList<>());
                same.add(score.lane(
                        same.isEmpty() ? score.name : "",
                        "k" + file % Picture.KINDS,
                        files.size() > 1 ? files.get(file) : ""));
                most.merge(score.unit, score.most(), Math::max);
                longest.merge(score.unit, score.text(), (one, other) -> other.length() > one.length() ? other : one);
                if (!order.contains(score.unit)) {
                    order.add(score.unit);
                }
            }
        }
        List<String> times = List.of("ns", "us", "ms", "s");
        order.sort(Comparator.comparing((String unit) -> times.contains(unit) ? times.indexOf(unit) : times.size()));
        List<Key> keys = files.size() < 2
                ? List.of()
                : IntStream.range(0, files.size())
                        .mapToObj(file -> new Key("k" + file % Picture.KINDS, files.get(file)))
                        .toList();
        return new Picture(
                "Every call, to scale",
                keys,
                order.stream()
                        .map(unit -> Panel.lanes(
                                title(unit),
                                Axis.withRoom(most.get(unit), unit, longest.get(unit)),
                                List.of(),
                                LANE,
                                panels.get(unit).values().stream()
                                        .flatMap(List::stream)
                                        .sorted(Comparator.comparing(lane -> groups.indexOf(lane.group())))
                                        .toList()))
                        .toList());
    }

    private static String title(String unit) {
        return switch (unit) {
            case "ns" -> "Nanoseconds per operation";
            case "us" -> "Microseconds per operation";
            case "ms" -> "Milliseconds per operation";
            case "s" -> "Seconds per operation";
            default -> unit + (unit.contains("ops/") ? ": more is faster" : "");
        };
    }

    /** The rungs from a thread hand-off to a gRPC call; none when the file lacks too many. */
    static List<Step> chain(Ladder ladder) {
        List<Step> chain = new ArrayList<>();
        Optional<Step> step = ladder.step(Rung.BASE_CELL_DIRECT);
        while (step.isPresent() && !step.get().rung().name().startsWith("interface")) {
            chain.add(0, step.get());
            step = step.get().below();
        }
        ladder.step(Rung.BASE_CELL).ifPresent(chain::add);
        return chain.size() < FEWEST_STEPS ? List.of() : chain;
    }

    /** What each rung of the chain adds to the one below it. */
    static Optional<Picture> waterfall(Ladder ladder) {
        List<Step> chain = chain(ladder);
        List<Lane> lanes = new ArrayList<>();
        Optional<Step> below = Optional.empty();
        for (Step step : chain) {
            double from = below.map(it -> it.nanos().value()).orElse(0.0) / THOUSAND;
            double to = step.nanos().value() / THOUSAND;
            String adds = below.map(
                            it -> Difference.of(step.nanos(), it.nanos()).time())
                    .map(it -> (it.startsWith("-") ? "" : "+") + it)
                    .orElseGet(() -> EstimateText.time(step.nanos()));
            List<Mark> marks = new ArrayList<>();
            if (below.isPresent()) {
                marks.add(new Mark.Line(from, 1, from, Mark.MIDDLE, "link"));
            }
            marks.add(new Mark.Line(to, Mark.MIDDLE, to, 0, "link"));
            marks.add(new Mark.Area(Math.min(from, to), 0.3, Math.max(from, to), 0.7, "threads", step.adds()));
            String total = EstimateText.plainTime(step.nanos());
            lanes.add(new Lane(
                    "",
                    step.rung().name(),
                    step.rung().name().equals(Rung.BASE_CELL)
                            ? "the server's executor"
                            : step.rung().adds(),
                    marks,
                    adds,
                    total,
                    "lead",
                    step.rung().name() + " adds " + adds + " and comes to " + total));
            below = Optional.of(step);
        }
        double most = chain.stream().mapToDouble(it -> it.nanos().value()).max().orElse(0) / THOUSAND;
        return lanes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Picture(
                        "What each layer adds to a gRPC call",
                        List.of(),
                        List.of(Panel.lanes("", Axis.linear(0, 1.06 * most, "us"), List.of(), FALL, lanes))));
    }

    /** What a run says, in a sentence. */
    static String headline(Ladder ladder) {
        Optional<Step> inline = ladder.step(Rung.INLINE);
        List<Step> steps = ladder.steps();
        if (!steps.isEmpty()) {
            Step top = ladder.step(Rung.BASE_CELL).orElse(steps.get(steps.size() - 1));
            String call = top.rung().name().equals(Rung.BASE_CELL)
                    ? "A gRPC call over NIO"
                    : top.rung().name();
            return call + " takes " + EstimateText.plainTime(top.nanos())
                    + inline.filter(it -> it != top)
                            .map(it -> ", "
                                    + times(top.nanos().value() / it.nanos().value())
                                    + " times as long as the same function inline")
                            .orElse("");
        }
        Map<Boolean, List<Score>> byKind = new TreeMap<>();
        scores(ladder, names(List.of(ladder)))
                .forEach(score -> byKind.computeIfAbsent(score.row.nanos().isEmpty(), it -> new ArrayList<>())
                        .add(score));
        List<Score> scores = byKind.values().iterator().next().stream()
                .sorted(Comparator.comparing(score -> score.score.value()))
                .toList();
        Score low = scores.get(0);
        Score high = scores.get(scores.size() - 1);
        boolean isTime = low.row.nanos().isPresent();
        String ratio = times(high.score.value() / low.score.value()) + " times as ";
        return scores.size() == 1
                ? low.name + (isTime ? " takes " : ": ") + low.text()
                : isTime
                        ? high.name + " takes " + ratio + "long as " + low.name
                        : high.name + " scores " + ratio + "high as " + low.name;
    }

    /** Two digits, with commas. */
    private static String times(double ratio) {
        BigDecimal rounded = new BigDecimal(ratio).round(new MathContext(2));
        return ratio < 10 ? Numbers.significant(ratio, 2) : String.format(Locale.ROOT, "%,d", rounded.toBigInteger());
    }

    /** What to make of the headline. */
    static String dek(Ladder ladder) {
        String rmi = ladder.step(Rung.RMI)
                .map(it -> "RMI takes " + EstimateText.plainTime(it.nanos()) + ". ")
                .orElse("");
        String own = ladder.step("gRPC in-process, direct")
                .map(it -> "gRPC's own code, in one thread and without bytes, takes "
                        + EstimateText.plainTime(it.nanos()) + ".")
                .orElse("");
        return (rmi + own).strip();
    }

    /** What became of the expected order; empty when none is expected. */
    static String order(Ladder ladder) {
        List<Order> orders =
                ladder.steps().stream().flatMap(step -> step.order().stream()).toList();
        long confirmed = orders.stream().filter(Order.CONFIRMED::equals).count();
        long violated = orders.stream().filter(Order.VIOLATED::equals).count();
        return orders.isEmpty()
                ? ""
                : confirmed + " of " + orders.size() + " rungs in the expected order, "
                        + (violated == 0 ? "none" : violated) + " against it";
    }
}
