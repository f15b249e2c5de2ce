package dev.callcost.launch;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds in what JMH's host and a fork wrote the line that says why the fork failed. */
final class ForkError {
    private static final Pattern EXCEPTION = Pattern.compile("([\\w$]+\\.)+[\\w$]*(Exception|Error)\\b.*");

    /** JMH's own exceptions follow on the cause. */
    private static final String OF_JMH = "org.openjdk.jmh.runner.";

    private ForkError() {}

    /**
     * The first exception that is not JMH's own, else the JVM's first line that is no warning, else the last line.
     *
     * @param output the lines of both
     */
    static String line(List<String> output) {
        List<String> cause =
                output.stream().takeWhile(line -> !line.contains(OF_JMH)).toList();
        return exceptions(cause)
                .findFirst()
                .or(() -> first("stderr", cause))
                .or(() -> first("stdout", cause))
                .or(() -> exceptions(output).findFirst())
                .or(() -> output.stream().filter(line -> !line.isBlank()).reduce((line, last) -> last))
                .orElse("it wrote nothing")
                .strip();
    }

    private static Stream<String> exceptions(List<String> lines) {
        return lines.stream().flatMap(line -> EXCEPTION.matcher(line).results()).map(MatchResult::group);
    }

    /** The first line that is no warning of those that JMH quotes from a stream of a fork whose JVM has failed. */
    private static Optional<String> first(String stream, List<String> lines) {
        return lines.stream()
                .dropWhile(line -> !line.startsWith("<" + stream))
                .skip(1)
                .takeWhile(line -> !line.equals("</" + stream + ">"))
                .filter(line -> line.matches(".*\\w.*")
                        && !line.toLowerCase(Locale.ROOT).contains("warning"))
                .findFirst();
    }
}
