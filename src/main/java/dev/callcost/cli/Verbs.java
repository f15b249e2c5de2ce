package dev.callcost.cli;

import dev.callcost.text.BadFileException;
import dev.callcost.text.CommandException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The verbs by name. */
public final class Verbs {
    private static final Map<String, Supplier<Callable<Integer>>> VERBS = Map.of(
            "check",
            CheckCommand::new,
            "compare",
            CompareCommand::new,
            "doctor",
            DoctorCommand::new,
            "export",
            ExportCommand::new,
            "serve",
            ServeCommand::new);

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
        command.addMixin("help", new Help());
        command.setParameterExceptionHandler(Verbs::usage);
        command.setExecutionExceptionHandler((failure, line, parsed) -> failed(failure, line));
        return Optional.of(command.execute(arguments));
    }

    private static int usage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandName();
        return tell(
                CommandException.usage(name + ": " + firstLine(failure) + " (" + name + " --help tells more)"),
                command);
    }

    private static int failed(Exception failure, CommandLine command) throws Exception {
        if (failure instanceof BadFileException) {
            return tell(CommandException.badFile(failure.getMessage()), command);
        }
        if (failure instanceof CommandException known) {
            return tell(known, command);
        }
        throw failure;
    }

    private static int tell(CommandException failure, CommandLine command) {
        command.getErr().println(failure.getMessage());
        return failure.exitCode();
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
