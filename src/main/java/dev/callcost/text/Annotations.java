package dev.callcost.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rows of a report as workflow commands of GitHub Actions, which become annotations of the run: an error for each row that fails the run, a warning for
 * each kind of rows that are worse or without an answer, a notice for the answer and for each kind of better rows. GitHub shows ten of each level in a step.
 */
public final class Annotations {
    private static final int MOST = 10;

    /** Rows that one annotation names. */
    private static final int NAMED = 10;

    private Annotations() {}

    /**
     * @param title of the annotation with the answer
     * @param answer the report's first sentence
     * @param cases the worst first
     * @return a command a line
     */
    public static String of(String title, String answer, List<TestCase> cases) {
        List<String> commands = new ArrayList<>(List.of(command("notice", title, answer)));
        List<TestCase> failed = with(TestCase.Result.FAILED, cases);
        int shown = failed.size() > MOST ? MOST - 1 : failed.size();
        failed.subList(0, shown)
                .forEach(row -> commands.add(command("error", row.kind() + ": " + row.label(), row.line())));
        if (shown < failed.size()) {
            List<TestCase> rest = failed.subList(shown, failed.size());
            commands.add(command("error", Sections.count(rest.size(), "more row"), names(rest)));
        }
        commands.addAll(byKind("warning", with(TestCase.Result.WARNED, cases)));
        commands.addAll(byKind("warning", with(TestCase.Result.SKIPPED, cases)));
        commands.addAll(byKind("notice", with(TestCase.Result.IMPROVED, cases)));
        return String.join("", commands);
    }

    private static List<TestCase> with(TestCase.Result result, List<TestCase> cases) {
        return cases.stream().filter(row -> row.result() == result).toList();
    }

    private static List<String> byKind(String level, List<TestCase> cases) {
        Map<String, List<TestCase>> kinds =
                cases.stream().collect(Collectors.groupingBy(TestCase::kind, LinkedHashMap::new, Collectors.toList()));
        return kinds.entrySet().stream()
                .map(kind -> command(
                        level,
                        kind.getKey() + ": " + Sections.count(kind.getValue().size(), "row"),
                        names(kind.getValue())))
                .toList();
    }

    private static String names(List<TestCase> rows) {
        int more = rows.size() - NAMED;
        return rows.stream().limit(NAMED).map(TestCase::label).collect(Collectors.joining("\n"))
                + (more > 0 ? "\nand " + Sections.count(more, "more row") : "");
    }

    private static String command(String level, String title, String message) {
        return "::" + level + " title=" + escaped(title).replace(":", "%3A").replace(",", "%2C") + "::"
                + escaped(message) + "\n";
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }
}
