package dev.callcost.cli;

import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which rows a verb's report shows, and where. */
final class RowOptions {
    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description =
                    "print only rows with a match in the short or the full name; the outcome is still that of all rows")
    private Pattern only;

    @Mixin
    private OutputOptions output;

    Optional<Pattern> only() {
        return Optional.ofNullable(only);
    }

    OutputOptions output() {
        return output;
    }
}
