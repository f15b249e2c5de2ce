package dev.callcost.compare;

import dev.callcost.compare.FileComparison.RowComparison;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.RowEstimates;
import dev.callcost.stats.Rule;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What is said of two files. */
public final class CheckReport {
    private CheckReport() {}

    /**
     * The report.
     *
     * @param warningsOfBase what base's log says against its numbers, a line each
     * @param warningsOfHead the same of head
     * @param strict whether everything must be shown for the outcome OK
     */
    public static VerdictReport<RowComparison> of(
            FileComparison files, List<String> warningsOfBase, List<String> warningsOfHead, boolean strict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost check 1");
        json.put("base", files.base().path().toString());
        json.put("head", files.head().path().toString());
        json.put("rule", files.rule());
        Map<String, Object> warnings = new LinkedHashMap<>();
        warnings.put("warningsOfBase", warningsOfBase);
        warnings.put("warningsOfHead", warningsOfHead);
        return new VerdictReport<>(
                files,
                files.rule(),
                strict,
                new VerdictReport.Words<>(
                        report -> report.list(List.of("base " + text(files.base()), "head " + text(files.head())))
                                .paragraph(method(files.rule())),
                        "Measured differently in base and head:",
                        grid -> grid.left("forks"),
                        CheckReport::remarks,
                        report -> report.list("What base's log says against its numbers:", warningsOfBase)
                                .list("What head's log says against its numbers:", warningsOfHead),
                        json,
                        warnings));
    }

    private static List<String> remarks(RowComparison row) {
        return Stream.of(
                        moving("base", row.both().base()),
                        moving("head", row.both().head()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> moving(String side, Row row) {
        return EstimateText.moved(row)
                .map(change -> side + " moves while measured, " + change + " from the first to the last third");
    }

    private static String text(ResultsFile file) {
        return file.path() + ", " + Sections.count(file.rows().size(), "row");
    }

    private static String method(Rule rule) {
        return "A row's value is the median of each fork's iterations, on the log scale; its interval is Welch's t over forks, with "
                + "variances moderated over rows where " + RowEstimates.FEWEST_ROWS + " or more scatter alike, at "
                + Numbers.percent(rule.confidence(), 3)
                + ", by which at most " + Numbers.percent(Rule.ALPHA, 0)
                + " of the rows blamed or praised are so wrongly, and of identical code any row in at most "
                + Numbers.percent(Rule.ALPHA, 0) + " of comparisons; margin " + Numbers.percent(rule.margin(), 1)
                + ". Base and head were not interleaved: a machine that changed between the two runs shows as a difference.";
    }
}
