package dev.callcost.cli;

import dev.callcost.fork.Arguments;
import dev.callcost.run.RunLog;
import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The run that a command line asks for: a new one, or with {@code --resume RESULTS} the rest of one that did not come to its end.
 *
 * @param commandLine as it was typed for the run
 * @param arguments its groups, presets read
 * @param resumed the log of the run to go on with
 */
record Asked(List<String> commandLine, List<Arguments.Group> arguments, Optional<RunLog> resumed) {
    private static final String RESUME = "--resume";

    /**
     * Reads a command line.
     *
     * @throws CommandException (usage) when a preset cannot be read, or the arguments beside {@code --resume} are not those of the
     *     run; (bad file) when there is nothing to resume
     */
    static Asked of(String... typed) {
        List<String> commandLine = new ArrayList<>(List.of(typed));
        int option = commandLine.indexOf(RESUME);
        if (option < 0) {
            return new Asked(commandLine, Arguments.groups(typed), Optional.empty());
        }
        if (option + 1 == commandLine.size()) {
            throw CommandException.usage(RESUME + ": which results file? (-h tells more)");
        }
        RunLog log = RunLog.reopen(commandLine.remove(option + 1));
        commandLine.remove(option);
        List<Arguments.Group> arguments = log.settings().arguments();
        if (!commandLine.isEmpty()
                && !Arguments.groups(commandLine.toArray(String[]::new)).equals(arguments)) {
            throw CommandException.usage(RESUME + ": the run was started with other arguments: "
                    + String.join(" ", log.settings().commandLine()) + " (none need be given)");
        }
        return new Asked(log.settings().commandLine(), arguments, Optional.of(log));
    }
}
