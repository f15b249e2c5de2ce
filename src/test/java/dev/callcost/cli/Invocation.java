package dev.callcost.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** What a command line, typed in this JVM, came to. */
public record Invocation(int exitCode, String out, String err) {
    /** The words that a parsed command leaves to JMH. */
    static List<String> words(ParseResult parsed) {
        return parsed.commandSpec().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(JmhOptions.class::isInstance)
                .findFirst()
                .map(arguments -> ((JmhOptions) arguments).words())
                .orElseThrow();
    }

    /** Whether a verb has an option, so that JMH does not get it. */
    static boolean knows(String verb, String option) {
        return RootCommand.commandLine(verb)
                        .getSubcommands()
                        .get(verb)
                        .getCommandSpec()
                        .findOption(option)
                != null;
    }

    /** What code prints to standard output. */
    static String printed(Runnable code) {
        return captured(() -> {
                    code.run();
                    return 0;
                })
                .out();
    }

    public static Invocation of(String... words) {
        return captured(() -> RootCommand.run(words));
    }

    /** What code in this JVM, which returns an exit code, printed. */
    static Invocation captured(IntSupplier code) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        try {
            int exitCode = code.getAsInt();
            return new Invocation(
                    exitCode, printed.toString(StandardCharsets.UTF_8), complained.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
