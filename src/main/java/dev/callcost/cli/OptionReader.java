package dev.callcost.cli;

import dev.callcost.launch.RunArguments;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an option's value. The message of the reader's {@code IllegalArgumentException} is the message for the user.
 */
class OptionReader<T> implements ITypeConverter<T> {
    private final Function<String, T> reader;

    OptionReader(Function<String, T> reader) {
        this.reader = reader;
    }

    /** Of a share, such as {@code 3%} or {@code 0.03}. */
    static final class OfShare extends OptionReader<Double> {
        OfShare() {
            super(RunArguments::share);
        }
    }

    @Override
    public T convert(String text) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
