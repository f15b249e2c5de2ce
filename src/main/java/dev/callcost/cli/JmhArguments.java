package dev.callcost.cli;

import dev.callcost.launch.KnownOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words that a command leaves to JMH: options with a single dash, presets and regexps. */
@Command
final class JmhArguments {
    /** Stands for {@code --}, which JMH must see; no command line can contain it. */
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
     * The words in the order in which they were typed.
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
