package dev.callcost.cli;

import dev.callcost.launch.Arguments;
import dev.callcost.stats.Rule;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How values of options are read that picocli does not know. */
final class Converters {
    private Converters() {}

    /** A relative difference: {@code 3%} or {@code 0.03}. */
    static final class Margin implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            boolean percent = text.endsWith("%");
            try {
                double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
                double margin = percent ? number / 100 : number;
                new Rule(margin, Rule.ALPHA);
                return margin;
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "' is no share between 0% and 100%, such as 3% or 0.03");
            }
        }
    }

    /** A time as JMH's own options have it: {@code 500ms}, {@code 20s}, {@code 5min}. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Arguments.duration(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
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
