package dev.callcost.cli;

import dev.callcost.host.Versions;
import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Exceptions that no command expected. Where a library or a parser threw them, the user's input made them fail, so a
 * line names the input, and a stack trace would not help. All others are faults of this program: a line says so, and
 * the stack trace is in a file.
 */
final class Fault {
    static final int EXIT_CODE = 70;

    private static final int LONGEST = 500;
    private static final int MIB = 1 << 20;

    private static final int MOST_CAUSES = 100;

    /** Exceptions by their class or by the class that threw them. */
    private record Origin(Pattern classes, Function<String, CommandException> end) {}

    private static final List<Origin> ORIGINS = List.of(
            new Origin(Pattern.compile("io\\.(grpc|netty)\\."), CommandException::failure),
            new Origin(Pattern.compile("(joptsimple|java\\.util\\.regex)\\."), CommandException::usage),
            new Origin(
                    Pattern.compile("(com\\.google\\.(gson|protobuf)|java\\.(io|nio|time|util\\.zip))\\."
                            + "|java\\.lang\\.NumberFormatException$"),
                    CommandException::badFile));

    /** Classes that throw on behalf of their callers. */
    private static final Pattern HELPERS = Pattern.compile("java\\.|jdk\\.|com\\.google\\.common\\.");

    private Fault() {}

    /** Ends a command by a fault of this program. The trace is printed where no file can take it. */
    static int end(Throwable failure) {
        if (causes(failure).stream().anyMatch(OutOfMemoryError.class::isInstance)) {
            System.err.println("out of memory: the heap has "
                    + Runtime.getRuntime().maxMemory() / MIB + " MiB; java -Xmx1g -jar ... gives more");
            return EXIT_CODE;
        }
        String trace = "callcost " + Versions.suite() + ", commit " + Versions.commit() + ", "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + "\n"
                + trace(failure);
        String line = "callcost has a fault: " + Visible.line(String.valueOf(failure), LONGEST);
        try {
            Path log = Files.createTempFile("callcost-fault-", ".log");
            Files.writeString(log, trace);
            System.err.println(line + " (please report it with " + log + ")");
        } catch (IOException e) {
            System.err.println(line + "\n" + trace);
        }
        return EXIT_CODE;
    }

    private static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }

    /**
     * The exception that ends the command in place of one that a library threw.
     *
     * @param input what the user named
     * @return empty when no library threw the exception or one of its causes
     */
    static Optional<CommandException> ofInput(Exception failure, String input) {
        List<Throwable> causes = causes(failure);
        return ORIGINS.stream()
                .filter(origin -> classes(causes)
                        .anyMatch(name -> origin.classes.matcher(name).lookingAt()))
                .findFirst()
                .map(origin -> origin.end.apply(Visible.line(input, LONGEST) + ": "
                        + Visible.line(String.valueOf(causes.get(causes.size() - 1)), LONGEST)));
    }

    /** An exception, its cause, and so on. The limit ends a cycle. */
    private static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .toList();
    }

    private static Stream<String> classes(List<Throwable> causes) {
        return causes.stream()
                .flatMap(cause -> Stream.concat(
                        Stream.of(cause.getClass().getName()),
                        Stream.of(cause.getStackTrace())
                                .map(StackTraceElement::getClassName)
                                .dropWhile(name -> HELPERS.matcher(name).lookingAt())
                                .limit(1)));
    }
}
