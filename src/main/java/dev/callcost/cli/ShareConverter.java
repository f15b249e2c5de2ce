package dev.callcost.cli;

import dev.callcost.launch.RunArguments;
import picocli.CommandLine.ITypeConverter;

/** Reads an option that is a share, such as {@code 3%} or {@code 0.03}. */
final class ShareConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) throws Exception {
        return RootCommand.converter(RunArguments::share).convert(text);
    }
}
