package dev.callcost.cli;

import dev.callcost.launch.Arguments;
import dev.callcost.launch.RunLog;
import dev.callcost.text.CommandException;
import java.util.List;
import java.util.Optional;

/**
 * The run that a command line asks for: a new one, or with {@code --resume RESULTS} the rest of one that did not come to its end, or
 * more of one than it was started for.
 *
 * @param commandLine as it was typed for the run
 * @param arguments its groups, presets read
 * @param resumed the log of the run to go on with
 */
record Asked(List<String> commandLine, List<Arguments.Group> arguments, Optional<RunLog> resumed) {
    /**
     * Reads a command line.
     *
     * @param commandLine what is left for JMH
     * @param resume the results file of {@code --resume}, null without it
     * @throws CommandException (usage) when a preset cannot be read, or the arguments beside {@code --resume} are neither those of
     *     the run nor only how long it goes on; (bad file) when there is nothing to resume
     */
    static Asked of(List<String> commandLine, String resume) {
        if (resume == null) {
            return new Asked(commandLine, groups(commandLine), Optional.empty());
        }
        RunLog log = RunLog.reopen(resume);
        List<Arguments.Group> groups = groups(commandLine);
        if (commandLine.isEmpty() || groups.equals(log.settings().arguments())) {
            log.checkOpen();
        } else if (Arguments.of(groups).tellOnlyHowLong()) {
            log.extend(commandLine, groups);
        } else {
            throw CommandException.usage("--resume: the run was started with other arguments: "
                    + String.join(" ", log.settings().commandLine())
                    + " (none need be given; -f, --precision and --budget alone replace the run's)");
        }
        return new Asked(log.settings().commandLine(), log.settings().arguments(), Optional.of(log));
    }

    private static List<Arguments.Group> groups(List<String> commandLine) {
        return Arguments.groups(commandLine.toArray(String[]::new));
    }
}
