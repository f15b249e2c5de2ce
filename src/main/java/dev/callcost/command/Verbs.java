package dev.callcost.command;

import dev.callcost.results.BadResultsFileException;
import dev.callcost.run.cli.CommandException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The verbs by name. */
public final class Verbs {
    private static final int USAGE = 64;
    private static final int BAD_FILE = 65;

    private static final Map<String, Supplier<Callable<Integer>>> VERBS =
            Map.of("check", CheckCommand::new, "export", ExportCommand::new);

    private Verbs() {}

    /**
     * Does what a command line asks for that begins with a verb.
     *
     * @param commandLine the verb and its arguments
     * @return the exit code; empty when the command line begins with no verb
     */
    public static Optional<Integer> run(String... commandLine) {
        if (commandLine.length == 0 || !VERBS.containsKey(commandLine[0])) {
            return Optional.empty();
        }
        String[] arguments = Arrays.copyOfRange(commandLine, 1, commandLine.length);
        CommandLine command = new CommandLine(VERBS.get(commandLine[0]).get());
        command.setParameterExceptionHandler(Verbs::usage);
        command.setExecutionExceptionHandler((failure, line, parsed) -> failed(failure, line));
        return Optional.of(command.execute(arguments));
    }

    private static int usage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        command.getErr()
                .println(command.getCommandName() + ": " + firstLine(failure) + " (" + command.getCommandName()
                        + " --help tells more)");
        return USAGE;
    }

    private static int failed(Exception failure, CommandLine line) throws Exception {
        if (failure instanceof BadResultsFileException) {
            line.getErr().println(failure.getMessage());
            return BAD_FILE;
        }
        if (failure instanceof CommandException known) {
            line.getErr().println(known.getMessage());
            return known.exitCode();
        }
        throw failure;
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
