package dev.callcost.compare;

import dev.callcost.compare.FileComparison.RowComparison;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Rule;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
                                .paragraph(method(files)),
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

    private static String method(FileComparison files) {
        Rule rule = files.rule();
        return "A fork's value is the median of its iterations. A row's change is the difference of the two sides' mean logarithms over forks, with a t interval. "
                + variances(files) + " At most " + Numbers.percent(Rule.ALPHA, 0)
                + " of the significant changes are expected to be false (Benjamini-Hochberg): each row has level "
                + Numbers.significant(100 * rule.level()) + " %"
                + " and an interval of " + Numbers.percent(rule.confidence(), 4) + ". Margin "
                + Numbers.percent(rule.margin(), 1)
                + ". Base and head were measured one after the other: a machine that changed in between shows as a difference.";
    }

    /** Where the rows' variances come from. */
    private static String variances(FileComparison files) {
        Map<Moderation.Prior, Long> rows = files.rows().stream()
                .flatMap(row -> row.slowdown().stream())
                .collect(Collectors.groupingBy(Slowdown::prior, TreeMap::new, Collectors.counting()));
        return rows.entrySet().stream()
                .map(prior -> switch (prior.getKey()) {
                            case FITTED -> "moderated over rows, the weight fitted";
                            case FIXED -> "moderated over rows, the weight fixed";
                            case NONE -> "the row's own";
                        }
                        + " (" + Sections.count(prior.getValue(), "row") + ")")
                .collect(Collectors.joining("; ", "Variances: ", "."));
    }
}
