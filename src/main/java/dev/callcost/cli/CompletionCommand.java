package dev.callcost.cli;

import dev.callcost.text.CommandException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        header = "Prints a script that makes bash or zsh complete a command line.",
        description =
                "The script completes verbs, options, values of options, and presets. Shells complete by the name of a command,"
                        + " so the jar needs a function as its name.",
        footer = {
            "  in ~/.bashrc or ~/.zshrc",
            "    callcost() { java -jar /path/to/benchmarks.jar \"$@\"; }",
            "    source <(callcost completion bash)"
        },
        exitCodeList = {RootCommand.OK, RootCommand.USAGE})
final class CompletionCommand implements Callable<Integer> {
    /** Both take the same script. */
    private enum Shell {
        bash,
        zsh
    }

    /** Completes the file after an @, which bash splits off as a word and still replaces. */
    private static final String PRESETS = """

            function _complete_NAME_or_preset() {
              local word="${COMP_WORDS[COMP_CWORD]}"
              if [[ $word == @* || "${COMP_WORDS[COMP_CWORD-1]}" == @ ]]; then
                local IFS=$'\\n'
                COMPREPLY=($(ls -d -- "${word#@}"* 2>/dev/null | sed 's/^/@/'))
                [[ -n "$ZSH_VERSION" ]] || compopt -o nospace 2>/dev/null
              else
                _complete_NAME "$@"
              fi
            }
            complete -F _complete_NAME_or_preset -o default NAME
            """;

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Shell shell;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "callcost",
            description = "the name of the function (default: ${DEFAULT-VALUE})")
    private String name;

    @Override
    public Integer call() {
        if (!name.matches("[\\w-]+")) {
            throw CommandException.usage("completion: a name of letters, digits, - and _, not " + name);
        }
        CommandLine all = RootCommand.commandLine();
        JmhArguments.completeAll(all);
        all.getSubcommands().values().forEach(JmhArguments::completeAll);
        System.out.print(AutoComplete.bash(name, all) + PRESETS.replace("NAME", name));
        System.out.flush();
        return 0;
    }
}
