package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.ladder.LadderTable;
import dev.callcost.ladder.Rung;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tables of a run of the ladder, other than the ladder itself, as Markdown. */
final class LadderTables {
    private LadderTables() {}

    /** The finding of the first page. */
    static String sentence(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        Function<String, String> time = name -> EstimateText.time(ladder.step(name)
                        .orElseThrow(() -> new IllegalArgumentException(file.path() + " has no rung " + name))
                        .nanos())
                .replaceFirst(" ±.*", "");
        return "A call over gRPC takes **" + time.apply(Rung.BASE_CELL)
                + "** on one CPU. gRPC's own stub, call and listeners take "
                + time.apply("gRPC in-process, direct")
                + " of it; waking threads, sockets, netty and HTTP/2 take the rest. RMI takes " + time.apply(Rung.RMI)
                + ", an interface call with four receiver types " + time.apply("interface call, 4 receiver types")
                + ".\n";
    }

    private static List<Row> rows(List<Step> steps) {
        return steps.stream().map(Step::row).toList();
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
        record Pair(Step one, Step other) {}
        List<Pair> pairs = one.steps().stream()
                .flatMap(step -> other
                        .step(step.rung().name())
                        .filter(same -> below(same).equals(below(step)))
                        .map(same -> new Pair(step, same))
                        .stream())
                .toList();
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException(first.path() + " and " + second.path() + " have no rung in common");
        }
        Table<Pair> table = new Table<Pair>()
                .left("rung", pair -> pair.one.rung().name())
                .left(here, pair -> EstimateText.time(pair.one.nanos()))
                .left(there, pair -> EstimateText.time(pair.other.nanos()))
                .right(
                        "times",
                        pair -> Numbers.significant(
                                pair.other.nanos().value() / pair.one.nanos().value()))
                .left("the rung below", pair -> below(pair.one))
                .left("times in " + here, pair -> pair.one.ratio().map(EstimateText::ratio))
                .left("times in " + there, pair -> pair.other.ratio().map(EstimateText::ratio));
        return "Time per call; " + here + ": "
                + one.caption(rows(pairs.stream().map(Pair::one).toList())) + "; " + there + ": "
                + other.caption(rows(pairs.stream().map(Pair::other).toList())) + "\n\n"
                + table.of(pairs).markdown();
    }

    private static String folder(ResultsFile file) {
        return file.path().toAbsolutePath().getParent().getFileName().toString();
    }

    private static String below(Step step) {
        return step.below().map(it -> it.rung().name()).orElse("");
    }

    /** How far the forks of each row lie apart: the rungs, then the other rows. */
    static String spread(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        record Named(String name, Row row) {}
        Stream<Named> rungs =
                ladder.steps().stream().map(step -> new Named(step.rung().name(), step.row()));
        Stream<Named> others = ladder.others().stream().map(row -> new Named(row.label(), row));
        return "Between-fork coefficient of variation: standard deviation over mean of the forks' values, "
                + "each the median of its iterations\n\n"
                + new Table<Named>()
                        .left("row", Named::name)
                        .right("forks", it -> Sample.forks(it.row))
                        .right("CV", it -> Numbers.percent(it.row.primary().coefficientOfVariation()))
                        .of(Stream.concat(rungs, others).toList())
                        .markdown();
    }

    /** RMI and gRPC NIO with all threads on one CPU and free of pinning, side by side. A pair that the file lacks half of is left out. */
    static String pinning(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        record Pair(String call, Step oneCpu, Step free) {}
        List<Pair> pairs = Sample.some(
                Stream.of(List.of("RMI", Rung.RMI, Rung.RMI_FREE), List.of("gRPC NIO", Rung.BASE_CELL, Rung.GRPC_FREE))
                        .flatMap(names -> ladder
                                .step(names.get(1))
                                .flatMap(
                                        one -> ladder.step(names.get(2)).map(free -> new Pair(names.get(0), one, free)))
                                .stream())
                        .toList(),
                file,
                "pair of ONE_CPU and FREE");
        List<Row> rows = pairs.stream()
                .flatMap(pair -> Stream.of(pair.oneCpu.row(), pair.free.row()))
                .toList();
        Table<Pair> table = new Table<Pair>()
                .left("call", Pair::call)
                .left("ONE_CPU", pair -> EstimateText.time(pair.oneCpu.nanos()))
                .left("FREE", pair -> withForks(pair.free.nanos(), pair.free.row()))
                .left(
                        "FREE / ONE_CPU",
                        pair -> EstimateText.ratio(pair.free.nanos().ratioTo(pair.oneCpu.nanos())));
        return "Time per call: " + ladder.caption(rows)
                + "; in brackets the lowest and the highest fork\n\n"
                + table.of(pairs).markdown();
    }

    /** A row that is free of pinning has the range of its forks beside its time. */
    private static String withForks(Estimate nanos, Row row) {
        String forks = LadderTable.freeForks(row);
        return EstimateText.time(nanos) + (forks.isEmpty() ? "" : " (" + forks + ")");
    }
}
