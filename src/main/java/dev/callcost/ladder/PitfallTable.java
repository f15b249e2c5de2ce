package dev.callcost.ladder;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.ladder.PitfallResult.Prediction;
import dev.callcost.stats.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The table of a results file's pitfalls: prediction and verdict. All lines end in a line feed. */
public final class PitfallTable {
    private PitfallTable() {}

    /**
     * For the console; empty when the file has no pitfall.
     *
     * @param width characters in a line
     */
    public static String text(ResultsFile file, int width) {
        List<PitfallResult> findings = PitfallResult.in(file);
        return findings.isEmpty()
                ? ""
                : Sections.text(width)
                        .paragraph(title(findings))
                        .table(grid(findings, false))
                        .text();
    }

    /**
     * For a Markdown file, with the mistakes, the names of the values and what to read next.
     *
     * @throws IllegalArgumentException when the file has no pitfall
     */
    public static String markdown(ResultsFile file) {
        List<PitfallResult> findings = PitfallResult.in(file);
        if (findings.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no pitfall's two rows");
        }
        return new Sections(true)
                .paragraph(title(findings))
                .table(grid(findings, true))
                .text();
    }

    private static String title(List<PitfallResult> findings) {
        List<Row> rows = findings.stream()
                .flatMap(finding -> Stream.of(finding.largerRow(), finding.smallerRow()))
                .toList();
        return "Pitfalls: " + Caption.of(rows)
                + ". Of a first or last iteration that one counts, of a secondary metric the mean.";
    }

    private static Grid grid(List<PitfallResult> findings, boolean whole) {
        Grid grid = new Grid()
                .left("pitfall", "mistake")
                .left("larger row", "larger", "smaller row", "smaller")
                .left("ratio", "predicted", "verdict", "next");
        for (PitfallResult finding : findings) {
            Pitfall pitfall = finding.pitfall();
            String largerUnit = pitfall.larger().counted(finding.largerRow()).unit();
            String smallerUnit = pitfall.smaller().counted(finding.smallerRow()).unit();
            grid.row(
                    pitfall.name(),
                    whole ? pitfall.mistake() : "",
                    whole ? pitfall.larger().label() : "",
                    EstimateText.score(finding.larger(), largerUnit),
                    whole ? pitfall.smaller().label() : "",
                    finding.atLeast()
                            ? "at most " + Numbers.significant(finding.smaller().value()) + " " + smallerUnit
                            : EstimateText.score(finding.smaller(), smallerUnit),
                    (finding.atLeast() ? "at least " : "") + EstimateText.ratio(finding.ratio()),
                    "at least " + Numbers.significant(pitfall.factor()),
                    verdict(finding),
                    whole ? "`" + pitfall.next() + "`" : "");
        }
        return grid;
    }

    private static String verdict(PitfallResult finding) {
        if (finding.verdict() != Prediction.NOT_PREDICTED) {
            return finding.verdict().name().replace('_', ' ');
        }
        OptionalInt release = finding.largerRow().jdkRelease();
        return "not predicted for " + (release.isPresent() ? "JDK " + release.getAsInt() : "an unknown JDK");
    }
}
