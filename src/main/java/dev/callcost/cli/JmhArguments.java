package dev.callcost.cli;

import dev.callcost.launch.KnownOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words that a command leaves to JMH: options, which have a single dash and may begin like one of the command's own, presets and regexps. */
@Command
final class JmhArguments {
    /** In place of {@code --}, which JMH is to see; no command line can hold it. */
    private static final String NO_DELIMITER = "\0";

    private CommandSpec spec;

    @Spec(Target.MIXEE)
    void setSpec(CommandSpec spec) {
        this.spec = spec;
        spec.parser()
                .unmatchedArgumentsAllowed(true)
                .posixClusteredShortOptionsAllowed(false)
                .endOfOptionsDelimiter(NO_DELIMITER);
    }

    /**
     * The words as they were typed, in their order.
     *
     * @throws UnmatchedArgumentException at an unknown option with two dashes
     */
    List<String> words() {
        List<String> words = List.copyOf(spec.commandLine().getUnmatchedArguments());
        KnownOption.unknown(words).ifPresent(option -> {
            throw new UnmatchedArgumentException(spec.commandLine(), List.of(option));
        });
        return words;
    }
}
