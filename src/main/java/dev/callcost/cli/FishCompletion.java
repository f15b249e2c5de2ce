package dev.callcost.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The script by which fish completes a command: verbs and options with what their help says, values of enumerations, and files where an
 * option or a verb takes them. A verb is one only as the first word, so fish's own test for subcommands, which looks at all words, would
 * not do.
 */
final class FishCompletion {
    private static final Set<Class<?>> MAY_BE_FILES = Set.of(Path.class, String.class);

    private final String name;
    private final StringBuilder script = new StringBuilder();

    private FishCompletion(String name) {
        this.name = name;
    }

    /**
     * The script.
     *
     * @param name by which the command is called: letters, digits, - and _
     * @param root the command with its verbs
     */
    static String of(String name, CommandLine root) {
        FishCompletion completion = new FishCompletion(name);
        completion.verbs(root.getSubcommands());
        completion.options("", root.getCommandSpec());
        root.getSubcommands().forEach((verb, command) -> completion.verb(verb, command.getCommandSpec()));
        return completion.script.toString();
    }

    private void verbs(Map<String, CommandLine> verbs) {
        String names = String.join(" ", verbs.keySet());
        script.append("""
                function __%1$s_in --description 'Whether the first word is this verb; without one, whether it is none'
                    set -l words (commandline -opc)
                    if contains -- "$words[2]" %2$s
                        test "$words[2]" = "$argv"
                    else
                        test -z "$argv"
                    end
                end

                complete -e -c %1$s
                """.formatted(name, names));
        verbs.forEach((verb, command) -> complete(
                "test (count (commandline -opc)) = 1",
                "-a " + verb,
                text(command.getCommandSpec().usageMessage().header())));
        complete(in("help"), "-f -a " + quoted(names), "");
    }

    private void verb(String verb, CommandSpec spec) {
        boolean takesFiles = spec.parser().unmatchedArgumentsAllowed() // JMH's options among them
                || spec.positionalParameters().stream().anyMatch(FishCompletion::mayBeFile);
        if (!takesFiles) {
            complete(in(verb), "-f", "");
        }
        options(verb, spec);
    }

    private void options(String verb, CommandSpec spec) {
        spec.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> complete(in(verb), flags(option), text(option.description())));
    }

    private static String flags(OptionSpec option) {
        List<String> flags = new ArrayList<>();
        for (String optionName : option.names()) {
            String bare = optionName.replaceFirst("^--?", "");
            flags.add((optionName.startsWith("--") ? "-l " : bare.length() == 1 ? "-s " : "-o ") + bare);
        }
        if (option.completionCandidates() != null) {
            flags.add("-x -a "
                    + quoted(StreamSupport.stream(option.completionCandidates().spliterator(), false)
                            .collect(Collectors.joining(" "))));
        } else if (option.arity().max() > 0) {
            flags.add(mayBeFile(option) ? "-r -F" : "-x");
        }
        return String.join(" ", flags);
    }

    private static boolean mayBeFile(ArgSpec argument) {
        return MAY_BE_FILES.contains(argument.auxiliaryTypes()[0]);
    }

    private String in(String verb) {
        return ("__" + name + "_in " + verb).strip();
    }

    private void complete(String condition, String what, String description) {
        script.append("complete -c ").append(name).append(" -n ").append(quoted(condition));
        script.append(' ').append(what);
        script.append(description.isEmpty() ? "" : " -d " + quoted(description)).append('\n');
    }

    /** The first line of what the help says, in which percent signs may be doubled. */
    private static String text(String... help) {
        return help.length == 0 ? "" : help[0].replace("%%", "%").strip();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
