package dev.callcost;

import dev.callcost.cli.RootCommand;
import dev.callcost.file.Output;
import dev.callcost.text.CommandException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;

/** The jar's entry. */
public final class Main {
    /** The system's word for a pipe whose reader has ended, as {@code head} does on purpose. */
    private static final String NO_READER = "Broken pipe";

    private Main() {}

    /** Runs a command line and exits with its code. Both outputs are UTF-8 in every locale. */
    public static void main(String[] args) {
        Output out = new Output(new FileOutputStream(FileDescriptor.out));
        System.setOut(out.printer(true));
        System.setErr(new Output(new FileOutputStream(FileDescriptor.err)).printer(true));
        int exitCode = RootCommand.run(args);
        System.out.flush();
        Optional<String> failure =
                out.failure().map(IOException::getMessage).filter(message -> !NO_READER.equals(message));
        failure.ifPresent(message -> System.err.println("standard output cannot be written: " + message));
        System.exit(exitCode == 0 && failure.isPresent() ? CommandException.BAD_FILE : exitCode);
    }
}
