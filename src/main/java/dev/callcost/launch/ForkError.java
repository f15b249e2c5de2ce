package dev.callcost.launch;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the line that says why a fork or its host failed, in what both printed. */
final class ForkError {
    private static final Pattern EXCEPTION = Pattern.compile("([\\w$]+\\.)+[\\w$]*(Exception|Error)\\b.*");

    /** JMH's own exceptions come after their cause. */
    private static final String OF_JMH = "org.openjdk.jmh.runner.";

    private ForkError() {}

    /**
     * The first exception that is not JMH's own, else the JVM's first line that is not a warning. With {@code -v EXTRA} JMH's report quotes the JVM.
     */
    static String line(List<String> printed) {
        List<String> cause =
                printed.stream().takeWhile(line -> !line.contains(OF_JMH)).toList();
        return exceptions(cause)
                .findFirst()
                .or(() -> first(quoted("stderr", cause)))
                .or(() -> first(quoted("stdout", cause)))
                .or(() -> first(cause.stream()))
                .or(() -> exceptions(printed).findFirst())
                .orElse("it wrote nothing")
                .strip();
    }

    private static Stream<String> exceptions(List<String> lines) {
        return lines.stream().flatMap(line -> EXCEPTION.matcher(line).results()).map(MatchResult::group);
    }

    private static Stream<String> quoted(String stream, List<String> lines) {
        return lines.stream()
                .dropWhile(line -> !line.startsWith("<" + stream))
                .skip(1)
                .takeWhile(line -> !line.equals("</" + stream + ">"));
    }

    private static Optional<String> first(Stream<String> lines) {
        return lines.filter(line -> line.matches(".*\\w.*")
                        && !line.toLowerCase(Locale.ROOT).contains("warning"))
                .findFirst();
    }
}
