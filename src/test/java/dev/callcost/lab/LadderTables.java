package dev.callcost.lab;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Caption;
import dev.callcost.ladder.FreeForks;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.ladder.Rung;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Uncontended;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What READMEs say of a run of the ladder besides the ladder itself, as Markdown. */
final class LadderTables {
    private static final String ONE_CPU = "ONE_CPU";
    private static final String FREE = "FREE";

    /** The benchmarks of whole calls: parts and variations of one are for the table. */
    private static final Set<String> IN_SENTENCE = Set.of(
            "LocalCallBenchmark.staticCall",
            "LocalCallBenchmark.staticCallNotInlined",
            "LocalCallBenchmark.interfaceCall",
            "RmiBenchmark.call",
            "GrpcTransportBenchmark.unary");

    /** A dozen rungs or so from a method to gRPC, for whom one page is enough. */
    private static final Set<String> ON_PAGE = Set.of(
            Rung.INLINE,
            "static call, inlined",
            "static call, not inlined",
            "interface call, 4 receiver types",
            "hand-off, park",
            "TCP ping-pong",
            Rung.RMI,
            "netty HTTP/2 ping-pong",
            "gRPC in-process, direct",
            "gRPC in-process",
            Rung.EPOLL,
            Rung.BASE_CELL_DIRECT,
            Rung.BASE_CELL);

    private LadderTables() {}

    /**
     * The ladder in one sentence: each whole call whose place is expected, as a multiple of the function written inline, in ranges that show
     * only the digits which the intervals know.
     */
    static String sentence(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        List<Step> steps = ladder.steps().stream()
                .filter(step -> step.rung().ordered()
                        && IN_SENTENCE.contains(step.rung().benchmark()))
                .toList();
        Step inline = ladder.step(Rung.INLINE)
                .filter(step -> !steps.isEmpty())
                .orElseThrow(() -> new IllegalArgumentException(file.path() + " holds no rung above " + Rung.INLINE));
        String multiples = steps.stream()
                .map(step -> step.rung().name() + " **" + Ranges.of(step.nanos().ratioTo(inline.nanos())) + "** times")
                .collect(Collectors.joining("; "));
        return "One function called across every boundary, in multiples of its time written inline ("
                + Ranges.time(inline.nanos()) + "): " + multiples + " (all on one CPU; "
                + ladder.caption(steps.stream().map(Step::row).toList()) + ").\n";
    }

    /** Some of the rungs in as few columns as a first page has room for, each beside the nearest of these below it. */
    static String page(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        List<Step> steps = ladder.steps().stream()
                .filter(LadderTables::isOnPage)
                .map(step -> step.above(LadderTables::isOnPage))
                .toList();
        Grid grid = new Grid().left("rung", "time per call", "times", "the rung below", "which adds");
        for (Step step : steps) {
            grid.row(
                    step.rung().name(),
                    EstimateText.time(step.nanos()),
                    step.ratio().map(EstimateText::ratio).orElse(""),
                    below(step),
                    step.adds());
        }
        return "Time per call: " + ladder.caption(steps.stream().map(Step::row).toList()) + "\n\n" + grid.markdown();
    }

    private static boolean isOnPage(Step step) {
        return ON_PAGE.contains(step.rung().name());
    }

    /**
     * The rungs that two machines have, side by side: their times, and each beside the rung below it on the same machine.
     *
     * @param files the results of the two
     */
    static String machines(List<Path> files) {
        if (files.size() != 2) {
            throw new IllegalArgumentException("a callcost table of two folders, not of " + files);
        }
        ResultsFile first = ResultsFile.read(files.get(0));
        ResultsFile second = ResultsFile.read(files.get(1));
        Ladder one = Ladder.of(first);
        Ladder other = Ladder.of(second);
        String here = folder(first);
        String there = folder(second);
        Grid grid = new Grid()
                .left("rung", here, there)
                .right("times")
                .left("the rung below", "times in " + here, "times in " + there);
        List<Row> rows = new ArrayList<>();
        List<Row> others = new ArrayList<>();
        for (Step step : one.steps()) {
            other.step(step.rung().name())
                    .filter(same -> below(same).equals(below(step)))
                    .ifPresent(same -> {
                        grid.row(
                                step.rung().name(),
                                EstimateText.time(step.nanos()),
                                EstimateText.time(same.nanos()),
                                Numbers.significant(
                                        same.nanos().value() / step.nanos().value()),
                                below(step),
                                step.ratio().map(EstimateText::ratio).orElse(""),
                                same.ratio().map(EstimateText::ratio).orElse(""));
                        rows.add(step.row());
                        others.add(same.row());
                    });
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(first.path() + " and " + second.path() + " have no rung in common");
        }
        return "Time per call; " + here + ": " + one.caption(rows) + "; " + there + ": " + other.caption(others)
                + "\n\n" + grid.markdown();
    }

    private static String folder(ResultsFile file) {
        return file.path().toAbsolutePath().getParent().getFileName().toString();
    }

    private static String below(Step step) {
        return step.below().map(it -> it.rung().name()).orElse("");
    }

    /** How far the forks of each row lie apart: the rungs, then the rows outside the chain. */
    static String spread(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        Grid grid = new Grid().left("row").right("forks", "CV");
        ladder.steps().forEach(step -> addSpread(grid, step.rung().name(), step.row()));
        ladder.others().forEach(row -> addSpread(grid, row.label(), row));
        return "Between-fork coefficient of variation: standard deviation over mean of the forks' values, "
                + "each the median of its iterations\n\n"
                + grid.markdown();
    }

    private static void addSpread(Grid grid, String name, Row row) {
        grid.row(
                name,
                String.valueOf(row.primary().forks().size()),
                Numbers.percent(row.primary().coefficientOfVariation()));
    }

    /**
     * RMI and gRPC NIO with all threads on one CPU and free of pinning, side by side. A pair that the file lacks half of is left out.
     */
    static String pinning(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        Grid grid = new Grid().left("call", ONE_CPU, FREE, "FREE / ONE_CPU");
        List<Row> rows = new ArrayList<>();
        addPair(grid, rows, "RMI", ladder, Rung.RMI, Rung.RMI_FREE);
        addPair(grid, rows, "gRPC NIO", ladder, Rung.BASE_CELL, Rung.GRPC_FREE);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no pair of ONE_CPU and FREE");
        }
        return "Time per call: " + ladder.caption(rows) + "; in brackets the lowest and the highest fork\n\n"
                + grid.markdown();
    }

    private static void addPair(Grid grid, List<Row> rows, String call, Ladder ladder, String oneCpu, String free) {
        ladder.step(oneCpu)
                .ifPresent(one -> ladder.step(free).ifPresent(other -> {
                    grid.row(
                            call,
                            EstimateText.time(one.nanos()),
                            withForks(EstimateText.time(other.nanos()), other.row()),
                            EstimateText.ratio(other.nanos().ratioTo(one.nanos())));
                    rows.addAll(List.of(one.row(), other.row()));
                }));
    }

    /**
     * The base cell with its server in the client's JVM and in one of its own, on one CPU and free of pinning, and under it what a JVM
     * of its own changes.
     */
    static String host(ResultsFile file) {
        Uncontended uncontended = Uncontended.of(file.rows());
        ResultsFile quiet = new ResultsFile(file.path(), uncontended.rows());
        Row sameOne = cell(quiet, "SAME_JVM", ONE_CPU);
        Row sameFree = cell(quiet, "SAME_JVM", FREE);
        Row ownOne = cell(quiet, "OWN_JVM", ONE_CPU);
        Row ownFree = cell(quiet, "OWN_JVM", FREE);
        Grid grid = new Grid().left("server", ONE_CPU, FREE, "FREE / ONE_CPU");
        grid.row("in the client's JVM", time(sameOne), time(sameFree), ratio(sameFree, sameOne));
        grid.row("in a JVM of its own", time(ownOne), time(ownFree), ratio(ownFree, ownOne));
        grid.row("own JVM / client's JVM", ratio(ownOne, sameOne), ratio(ownFree, sameFree), "");
        return "Time per gRPC call: " + Caption.of(List.of(sameOne, sameFree, ownOne, ownFree))
                + uncontended.caption()
                + "; in brackets the lowest and the highest fork\n\n"
                + grid.markdown();
    }

    private static Row cell(ResultsFile file, String server, String pinning) {
        Optional<Row> cell = file.rows().stream()
                .filter(row -> row.simpleName().equals("GrpcBenchmark.unary")
                        && row.nanos().isPresent()
                        && Stream.of(server, pinning).allMatch(row.params()::containsValue))
                .findFirst();
        return cell.orElseThrow(() -> new IllegalArgumentException(
                file.path() + " holds no GrpcBenchmark with server=" + server + " and pinning=" + pinning));
    }

    private static String time(Row row) {
        return withForks(EstimateText.time(row.nanos().orElseThrow()), row);
    }

    /** A row that is free of pinning has the range of its forks beside its time. */
    private static String withForks(String time, Row row) {
        String forks = FreeForks.text(row);
        return time + (forks.isEmpty() ? "" : " (" + forks + ")");
    }

    private static String ratio(Row row, Row below) {
        return EstimateText.ratio(
                row.nanos().orElseThrow().ratioTo(below.nanos().orElseThrow()));
    }
}
