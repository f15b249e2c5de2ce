package dev.callcost.text;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Workflow commands of GitHub Actions, which become annotations of the run. GitHub shows ten errors and ten warnings of
 * a step.
 */
public final class GithubCommands {
    private static final int MOST = 10;

    private GithubCommands() {}

    /** @param isError whether the run fails for it; otherwise it is a warning */
    public record Annotation(boolean isError, String title, String text) {
        private String command() {
            return GithubCommands.command(isError ? "error" : "warning", title, text);
        }
    }

    /**
     * The answer as a notice, and the first errors and warnings; a command a line.
     *
     * @param title of the notice
     * @param annotations the worst first
     */
    public static String of(String title, String answer, List<Annotation> annotations) {
        return command("notice", title, answer) + first(annotations, true) + first(annotations, false);
    }

    private static String first(List<Annotation> annotations, boolean areErrors) {
        return annotations.stream()
                .filter(it -> it.isError == areErrors)
                .limit(MOST)
                .map(Annotation::command)
                .collect(Collectors.joining());
    }

    private static String command(String level, String title, String message) {
        return "::" + level + " title=" + escaped(title).replace(":", "%3A").replace(",", "%2C") + "::"
                + escaped(message) + "\n";
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }
}
