package dev.callcost.run.ladder;

import dev.callcost.results.Caption;
import dev.callcost.results.Estimate;
import dev.callcost.results.EstimateText;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.run.ladder.Ladder.Step;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The ladder as a table: each rung with its ratio to the nearest rung below it that the file holds, then the other rows
 * with their ratios to the base cell, or to the inlined function when they are scored in nanoseconds; at the end what
 * became of the expected order. "not separated" stands where the intervals of two values overlap. All lines end in a
 * line feed.
 */
public final class LadderTable {
    private LadderTable() {}

    /** For the console. */
    public static String text(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        return title(file, ladder)
                + section("\n", rungs(ladder, false).text())
                + section("\nRows outside the chain:\n\n", others(ladder).text())
                + section("\n", order(ladder, ""));
    }

    /** For a Markdown file; it also says what each rung adds. */
    public static String markdown(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        return markdown(file, ladder, others(ladder).markdown());
    }

    /** For a Markdown file, without the rows that are no rungs. */
    public static String rungsMarkdown(ResultsFile file) {
        return markdown(file, Ladder.of(file), "");
    }

    private static String markdown(ResultsFile file, Ladder ladder, String others) {
        return title(file, ladder)
                + section("\n", rungs(ladder, true).markdown())
                + section("\nRows outside the chain:\n\n", others)
                + section("\n", order(ladder, "- "));
    }

    private static String title(ResultsFile file, Ladder ladder) {
        String pinning = ladder.steps().isEmpty() ? "" : ", on one CPU unless FREE";
        return "Call cost" + pinning + ": " + Caption.of(file.rows()) + "\n";
    }

    private static String section(String title, String body) {
        return body.isEmpty() ? "" : title + body;
    }

    private static Grid rungs(Ladder ladder, boolean withWhatIsAdded) {
        Grid grid = new Grid()
                .left("tier", "rung", "time per call")
                .right("forks")
                .left("ratio", "to the rung below")
                .right("B/op")
                .left("adds");
        for (Step step : ladder.steps()) {
            grid.row(
                    step.rung().tier().name().toLowerCase(Locale.ROOT),
                    name(step),
                    EstimateText.time(step.nanos()),
                    String.valueOf(step.nanos().forks()),
                    step.below().map(below -> ratio(step.nanos(), below)).orElse(""),
                    step.below().map(LadderTable::name).orElse(""),
                    bytes(step.row()),
                    withWhatIsAdded ? step.adds() : "");
        }
        return grid;
    }

    private static String name(Step step) {
        int threads = step.row().threads();
        return step.rung().name() + (threads == 1 ? "" : ", " + threads + " threads");
    }

    private static Grid others(Ladder ladder) {
        Grid grid = new Grid()
                .left("row", "score")
                .right("forks")
                .left("ratio", "to")
                .right("B/op");
        for (Row row : ladder.others()) {
            Optional<Estimate> nanos = row.nanos();
            String baseName = row.primary().unit().equals("ns/op") ? Rung.INLINE : Rung.BASE_CELL;
            Optional<Step> base = nanos.flatMap(time -> ladder.step(baseName));
            grid.row(
                    row.label(),
                    nanos.map(EstimateText::time)
                            .orElseGet(() -> EstimateText.score(
                                    row.primary().estimate(), row.primary().unit())),
                    String.valueOf(row.primary().forks().size()),
                    base.map(step -> ratio(nanos.orElseThrow(), step)).orElse(""),
                    base.map(LadderTable::name).orElse(""),
                    bytes(row));
        }
        return grid;
    }

    private static String ratio(Estimate nanos, Step base) {
        return EstimateText.ratio(nanos.ratioTo(base.nanos())) + (nanos.overlaps(base.nanos()) ? " not separated" : "");
    }

    private static String bytes(Row row) {
        return Numbers.bytes(row.bytesPerOp().map(Metric::mean).orElse(OptionalDouble.empty()));
    }

    private static String order(Ladder ladder, String bullet) {
        List<Step> expected = ladder.steps().stream()
                .filter(step -> step.ordered() && step.below().isPresent())
                .toList();
        if (expected.isEmpty()) {
            return "";
        }
        String what = "Expected order, a rung no faster than the one below: ";
        long checked = expected.stream().filter(Step::isChecked).count();
        if (checked == 0) {
            return what + "not checked, there are no intervals.\n";
        }
        List<Step> violations = ladder.check();
        String verdict = what + checked + " of " + expected.size() + " checked, ";
        if (violations.isEmpty()) {
            return verdict + "none violated.\n";
        }
        return violations.stream()
                .map(step -> bullet + violation(step) + "\n")
                .collect(Collectors.joining("", verdict + violations.size() + " violated:\n\n", ""));
    }

    private static String violation(Step step) {
        Step below = step.below().orElseThrow();
        return "ORDER VIOLATED: " + name(step) + " (" + EstimateText.time(step.nanos()) + ") is faster than "
                + name(below) + " (" + EstimateText.time(below.nanos()) + ")";
    }
}
