package dev.callcost.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as JMH's own options have it: {@code 500ms}, {@code 20s}, {@code 5min}. */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        try {
            TimeValue value = TimeValue.fromString(text);
            Duration duration = Duration.ofNanos(value.convertTo(TimeUnit.NANOSECONDS));
            if (!duration.isZero() && !duration.isNegative()) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new TypeConversionException("'" + text + "' is no duration such as 20s or 5min");
    }
}
