package dev.callcost.cli;

import dev.callcost.launch.KnownOptions;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a command leaves to JMH: its options, which have a single dash and may begin like one of ours, presets and regexps. */
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
     * @throws UnmatchedArgumentException at an option with two dashes, as ours have, that JMH does not have either
     */
    List<String> words() {
        List<String> words = List.copyOf(spec.commandLine().getUnmatchedArguments());
        KnownOptions.unknown(words).ifPresent(option -> {
            throw new UnmatchedArgumentException(spec.commandLine(), List.of(option));
        });
        return words;
    }
}
