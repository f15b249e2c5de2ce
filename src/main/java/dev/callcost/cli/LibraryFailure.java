package dev.callcost.cli;

import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The one place for exceptions of libraries and parsers that no reader expected. The user's input made them fail, so a
 * line names the input, and a stack trace would not help.
 */
final class LibraryFailure {
    private static final int LONGEST = 500;
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

    private LibraryFailure() {}

    /**
     * What ends the command in place of an exception.
     *
     * @param input what the user named
     * @return empty when no library threw the exception or one of its causes
     */
    static Optional<CommandException> of(Exception failure, String input) {
        List<Throwable> causes = causes(failure);
        return ORIGINS.stream()
                .filter(origin -> classes(causes)
                        .anyMatch(name -> origin.classes.matcher(name).lookingAt()))
                .findFirst()
                .map(origin -> origin.end.apply(Visible.line(input, LONGEST) + ": "
                        + Visible.line(String.valueOf(causes.get(causes.size() - 1)), LONGEST)));
    }

    /** An exception, its cause, and so on. The limit ends a cycle. */
    private static List<Throwable> causes(Exception failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
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
