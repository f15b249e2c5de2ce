package dev.callcost.check;

import dev.callcost.results.Row;
import dev.callcost.results.verdict.Rule;
import dev.callcost.results.verdict.VerdictReport;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is said of two files. */
public final class CheckReport extends VerdictReport<RowComparison> {
    private final FileComparison files;
    private final List<String> warningsOfBase;
    private final List<String> warningsOfHead;

    /**
     * A report.
     *
     * @param warningsOfBase what base's record says against its numbers, a line each
     * @param warningsOfHead the same of head
     * @param strict whether everything must be shown for the outcome OK
     */
    public CheckReport(FileComparison files, List<String> warningsOfBase, List<String> warningsOfHead, boolean strict) {
        super(files, files.rule(), strict);
        this.files = files;
        this.warningsOfBase = warningsOfBase;
        this.warningsOfHead = warningsOfHead;
    }

    @Override
    protected void begin(Sections report) {
        Rule rule = files.rule();
        report.list(List.of(
                        "base " + files.base().path() + ", "
                                + Sections.count(files.base().rows().size(), "row"),
                        "head " + files.head().path() + ", "
                                + Sections.count(files.head().rows().size(), "row")))
                .paragraph(
                        "A row's value is the median of each fork's iterations, on the log scale; its interval is Welch's t over"
                                + " forks at " + Numbers.percent(rule.confidence(), 3)
                                + ", so that all rows together are wrongly blamed or praised in at most "
                                + Numbers.percent(Rule.ALPHA, 0) + " of comparisons; margin "
                                + Numbers.percent(rule.margin(), 1)
                                + ". Base and head were not interleaved: a machine that changed between the two runs shows as a difference.");
    }

    @Override
    protected String differing() {
        return "Measured differently in base and head:";
    }

    @Override
    protected void amount(Grid grid) {
        grid.left("forks");
    }

    @Override
    protected String amount(RowComparison row) {
        return forks(row.both().base()) + "+" + forks(row.both().head());
    }

    private static int forks(Row row) {
        return row.primary().forks().size();
    }

    @Override
    protected Optional<String> wanted(RowComparison row) {
        if (row.score().isEmpty()) {
            return Optional.of("units " + row.both().base().primary().unit() + " and "
                    + row.both().head().primary().unit() + " cannot be converted");
        }
        return switch (row.verdict()) {
            case CANNOT_TELL -> Optional.of("needs " + Rule.FEWEST_FORKS + " forks a side");
            case UNDECIDED ->
                row.score()
                        .map(score ->
                                "some " + files.rule().forksNeeded(score.slowdown()) + " forks a side would tell");
            default -> Optional.empty();
        };
    }

    @Override
    protected void end(Sections report) {
        report.list("What base's record says against its numbers:", warningsOfBase)
                .list("What head's record says against its numbers:", warningsOfHead);
    }

    @Override
    protected void begin(Map<String, Object> json) {
        json.put("base", files.base().path().toString());
        json.put("head", files.head().path().toString());
        json.put("rule", files.rule());
    }

    @Override
    protected void identify(RowComparison row, Map<String, Object> json) {
        json.put("benchmark", row.key().benchmark());
        json.put("mode", row.key().mode());
        json.put("threads", row.key().threads());
        json.put("params", row.key().params());
    }

    @Override
    protected void end(Map<String, Object> json) {
        json.put("warningsOfBase", warningsOfBase);
        json.put("warningsOfHead", warningsOfHead);
    }
}
