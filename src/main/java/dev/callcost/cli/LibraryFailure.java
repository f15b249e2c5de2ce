package dev.callcost.cli;

import com.google.common.base.Throwables;
import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The one place for exceptions of libraries and parsers that no reader expected. The user's input made them fail, so a line names the input, and a stack
 * trace would not help.
 */
final class LibraryFailure {
    private static final int LONGEST = 500;

    /** Exceptions by their class or by the class that threw them. */
    private record Origin(Pattern classes, Function<String, CommandException> end) {}

    private static final List<Origin> ORIGINS = List.of(
            new Origin(Pattern.compile("io\\.(grpc|netty)\\."), CommandException::failure),
            new Origin(Pattern.compile("(joptsimple|java\\.util\\.regex)\\."), CommandException::usage),
            new Origin(
                    Pattern.compile(
                            "(com\\.google\\.(gson|protobuf)|java\\.(io|nio|time|util\\.zip))\\.|java\\.lang\\.NumberFormatException$"),
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
        return ORIGINS.stream()
                .filter(origin -> classes(failure)
                        .anyMatch(name -> origin.classes.matcher(name).lookingAt()))
                .findFirst()
                .map(origin -> origin.end.apply(Visible.line(input, LONGEST) + ": "
                        + Visible.line(String.valueOf(Throwables.getRootCause(failure)), LONGEST)));
    }

    private static Stream<String> classes(Exception failure) {
        return Throwables.getCausalChain(failure).stream()
                .flatMap(cause -> Stream.concat(
                        Stream.of(cause.getClass().getName()),
                        Stream.of(cause.getStackTrace())
                                .map(StackTraceElement::getClassName)
                                .dropWhile(name -> HELPERS.matcher(name).lookingAt())
                                .limit(1)));
    }
}
