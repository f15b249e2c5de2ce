package dev.callcost.cli;

import dev.callcost.launch.RunArguments;
import dev.callcost.launch.RunOption;
import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The words that select what is measured, and how: options of {@link RunOption}, presets and regexps.
 * {@link RunArguments} reads them, because a later word may override a preset; picocli shows and completes them.
 */
@Command
class JmhOptions {
    /** Stands for {@code --}, which JMH must see; no command line can contain it. */
    private static final String NO_DELIMITER = "\0";

    private final boolean isRun;
    private final List<String> words = new ArrayList<>();
    private CommandSpec spec;

    /** @param isRun whether the options of a run are known; else those of forks alone */
    JmhOptions(boolean isRun) {
        this.isRun = isRun;
    }

    @Spec(Target.MIXEE)
    void setSpec(CommandSpec spec) {
        this.spec = spec;
        spec.parser()
                .unmatchedOptionsArePositionalParams(true)
                .posixClusteredShortOptionsAllowed(false)
                .endOfOptionsDelimiter(NO_DELIMITER);
        RunOption.ALL.stream()
                .filter(option -> isRun ? option.isOwn() : option.isOfForks())
                .forEach(option -> spec.addOption(OptionSpec.builder("--" + option.name())
                        .paramLabel(option.label())
                        .arity("1")
                        .description(option.help())
                        .parameterConsumer(this::take)
                        .build()));
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..1")
                .hidden(true)
                .parameterConsumer(this::take)
                .build());
    }

    private void take(Stack<String> rest, ArgSpec taker, CommandSpec command) {
        if (taker instanceof OptionSpec option) {
            words.add(option.longestName());
        }
        if (!rest.isEmpty()) { // else Arguments reports that the value is missing
            words.add(rest.pop());
        }
    }

    /** The words in the order in which they were typed. */
    List<String> words() {
        return words;
    }

    /** @throws CommandException (usage) when a word looks like an option and is none */
    void checkOptions() {
        RunOption.unknown(words()).ifPresent(word -> {
            String verb = isRun ? "" : verb() + " ";
            throw CommandException.usage(
                    verb.replace(" ", ": ") + unknown(word, spec) + " (" + verb + "--help tells more)");
        });
    }

    /** Says that a word is no option, and which option is similar. */
    static String unknown(String word, CommandSpec spec) {
        Stream<String> names = spec.options().stream().flatMap(option -> Stream.of(option.names()));
        boolean takesJmhOptions =
                spec.mixins().values().stream().map(CommandSpec::userObject).anyMatch(JmhOptions.class::isInstance);
        return "unknown option " + word
                + Mistyped.hint(
                        word,
                        takesJmhOptions
                                ? Stream.concat(
                                        names,
                                        RunOption.ALL.stream()
                                                .filter(it -> !it.isOwn())
                                                .map(it -> "-" + it.name()))
                                : names);
    }

    List<RunArguments.Group> groups() {
        checkOptions();
        return RunArguments.groups(words().toArray(String[]::new));
    }

    String verb() {
        return spec.name();
    }
}
