package dev.callcost;

import dev.callcost.cli.RootCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The jar's entry. */
public final class Main {
    private Main() {}

    /** Runs a command line and exits with its code. Both outputs are UTF-8 in every locale. */
    public static void main(String[] args) {
        System.setOut(utf8(FileDescriptor.out));
        System.setErr(utf8(FileDescriptor.err));
        System.exit(RootCommand.run(args));
    }

    private static PrintStream utf8(FileDescriptor output) {
        return new PrintStream(new FileOutputStream(output), true, StandardCharsets.UTF_8);
    }
}
