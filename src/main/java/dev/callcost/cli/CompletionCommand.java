package dev.callcost.cli;

import dev.callcost.text.CommandException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion}: a script by which a shell completes verbs and options. */
@Command(
        name = "completion",
        sortOptions = false,
        header = "Prints a script by which bash or zsh complete verbs, options, their values and presets.",
        description =
                "Shells complete by a command's name, so this jar needs one of its own. JMH's options are not completed.",
        footer = {
            "  in ~/.bashrc, or with zsh in ~/.zshrc",
            "    callcost() { java -jar /path/to/benchmarks.jar \"$@\"; }",
            "    source <(callcost completion bash)"
        },
        exitCodeList = {"0:all well", RootCommand.USAGE})
final class CompletionCommand implements Callable<Integer> {
    /** Both take the same script. */
    private enum Shell {
        bash,
        zsh
    }

    /** Completes the file after an @, which bash takes for a word of its own and yet replaces. */
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
            description = "the command's name (default: ${DEFAULT-VALUE})")
    private String name;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!name.matches("[\\w-]+")) {
            throw CommandException.usage("completion: a name of letters, digits, - and _, not " + name);
        }
        String presets = PRESETS.replace("NAME", name);
        spec.commandLine().getOut().print(AutoComplete.bash(name, RootCommand.commandLine()) + presets);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
