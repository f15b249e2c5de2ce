package dev.callcost.cli;

import dev.callcost.text.CommandException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code completion}: a script by which a shell completes verbs and options. */
@Command(
        name = "completion",
        sortOptions = false,
        header = "Prints a script by which bash and zsh complete verbs, options and their values.",
        description = {
            "Shells complete by a command's name, so this jar needs one of its own:",
            "",
            "    alias callcost='java -jar /path/to/benchmarks.jar'",
            "    source <(callcost completion)",
            "",
            "in ~/.bashrc, or in ~/.zshrc after 'autoload -Uz compinit bashcompinit; compinit; bashcompinit'.",
            "",
            "JMH's own options are not completed."
        },
        exitCodeList = {"0:all well", RootCommand.USAGE})
final class CompletionCommand implements Callable<Integer> {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "callcost",
            description = "the command's name (default: ${DEFAULT-VALUE})")
    private String name;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!name.matches("[\\w-]+")) {
            throw CommandException.usage("completion: a name of letters, digits, - and _, not " + name);
        }
        spec.commandLine().getOut().print(AutoComplete.bash(name, RootCommand.commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
