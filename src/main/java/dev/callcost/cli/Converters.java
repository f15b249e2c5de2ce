package dev.callcost.cli;

import dev.callcost.launch.Arguments;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How values of options are read that picocli does not know. */
final class Converters {
    private Converters() {}

    /** A share: {@code 3%} or {@code 0.03}. */
    static final class Margin implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return converted(text, Arguments::share);
        }
    }

    /** A time as JMH's own options have it: {@code 500ms}, {@code 20s}, {@code 5min}. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return converted(text, Arguments::duration);
        }
    }

    private static <T> T converted(String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** A regular expression. */
    static final class Regexp implements ITypeConverter<Pattern> {
        @Override
        public Pattern convert(String text) {
            try {
                return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                throw new TypeConversionException(
                        "not a regular expression: " + text + " (" + e.getDescription() + ")");
            }
        }
    }
}
