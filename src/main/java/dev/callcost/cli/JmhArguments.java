package dev.callcost.cli;

import dev.callcost.launch.KnownOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words that a command leaves to JMH: options with a single dash, presets and regexps. */
@Command
final class JmhArguments {
    /** Stands for {@code --}, which JMH must see; no command line can contain it. */
    private static final String NO_DELIMITER = "\0";

    private CommandSpec spec;

    /** An option as help and completion show it. */
    static OptionSpec shown(KnownOption option) {
        return OptionSpec.builder("--" + option.name())
                .paramLabel(option.label())
                .description(option.help())
                .type(List.class)
                .auxiliaryTypes(Object.class)
                .converters(text -> text)
                .build();
    }

    @Spec(Target.MIXEE)
    void setSpec(CommandSpec spec) {
        this.spec = spec;
        spec.parser()
                .unmatchedArgumentsAllowed(true)
                .posixClusteredShortOptionsAllowed(false)
                .endOfOptionsDelimiter(NO_DELIMITER);
        KnownOption.ALL.stream().filter(KnownOption::isOfForks).forEach(option -> spec.addOption(shown(option)));
    }

    /**
     * The words in the order in which they were typed, after the suite's own options of forks.
     *
     * @throws UnmatchedArgumentException at an unknown option with two dashes
     */
    List<String> words() {
        List<String> words = new ArrayList<>();
        KnownOption.ALL.stream().filter(KnownOption::isOfForks).forEach(option -> {
            for (String value : spec.findOption("--" + option.name()).originalStringValues()) {
                words.addAll(List.of("--" + option.name(), value));
            }
        });
        words.addAll(spec.commandLine().getUnmatchedArguments());
        KnownOption.unknown(words).ifPresent(option -> {
            throw new UnmatchedArgumentException(spec.commandLine(), List.of(option));
        });
        return words;
    }
}
