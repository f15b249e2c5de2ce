package dev.callcost.ci;

import dev.callcost.ci.CiCase.Result;
import dev.callcost.text.Sections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of a report as workflow commands of GitHub Actions, which become annotations of the run: an error for each row that fails the run, a warning for
 * each kind of rows that are worse or without an answer, a notice for the answer and for each kind of better rows. GitHub shows ten of each level in a step.
 */
public final class GithubCommands {
    private static final int MOST = 10;

    /** Rows that one annotation names. */
    private static final int NAMED = 10;

    private GithubCommands() {}

    /**
     * @param title of the annotation with the answer
     * @param answer the report's first sentence
     * @param cases the worst first
     * @return a command a line
     */
    public static String of(String title, String answer, List<CiCase> cases) {
        StringBuilder commands = new StringBuilder(command("notice", title, answer));
        List<CiCase> failed = with(Result.FAILED, cases);
        List<CiCase> rest = failed.subList(failed.size() > MOST ? MOST - 1 : failed.size(), failed.size());
        failed.stream()
                .limit(failed.size() - rest.size())
                .map(row -> command("error", row.kind() + ": " + row.label(), row.line()))
                .forEach(commands::append);
        if (!rest.isEmpty()) {
            commands.append(command("error", Sections.count(rest.size(), "more row"), names(rest)));
        }
        for (Result result : List.of(Result.WARNED, Result.SKIPPED, Result.IMPROVED)) {
            String level = result == Result.IMPROVED ? "notice" : "warning";
            with(result, cases).stream()
                    .collect(Collectors.groupingBy(CiCase::kind, LinkedHashMap::new, Collectors.toList()))
                    .forEach((kind, rows) -> commands.append(
                            command(level, kind + ": " + Sections.count(rows.size(), "row"), names(rows))));
        }
        return commands.toString();
    }

    private static List<CiCase> with(Result result, List<CiCase> cases) {
        return cases.stream().filter(row -> row.result() == result).toList();
    }

    private static String names(List<CiCase> rows) {
        int more = rows.size() - NAMED;
        return rows.stream().limit(NAMED).map(CiCase::label).collect(Collectors.joining("\n"))
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
