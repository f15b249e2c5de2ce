package dev.callcost.cli;

import dev.callcost.text.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The command line of {@code callcost.jar}, which has the verbs for the jars and results of others. */
@Command(
        name = "java -jar callcost.jar",
        header = "Which benchmarks of a JMH jar are slower, and where does their time go?",
        customSynopsis = "java -jar callcost.jar VERB ...",
        description = "This jar has no benchmarks and no server. benchmarks.jar of the same build has them, and these"
                + " verbs too.",
        footer = {
            "  this checkout against the branch that it left",
            "    java -jar callcost.jar compare --base-ref origin/main",
            "  a workflow that does this for each pull request",
            "    java -jar callcost.jar init",
            "  two jars",
            "    java -jar callcost.jar compare --base old.jar --head new.jar",
            "  two results files of JMH",
            "    java -jar callcost.jar check base.json head.json",
            "  the results of many nights",
            "    java -jar callcost.jar history nightly",
            "  where the time of a benchmark goes",
            "    java -jar callcost.jar bill --jar my.jar MyBenchmark",
            "  what this machine can measure",
            "    java -jar callcost.jar doctor"
        },
        commandListHeading = "%nVerbs (VERB --help shows more):%n",
        exitCodeList = {RootCommand.OK, RootCommand.USAGE, RootCommand.BAD_FILE})
final class ToolsCommand implements Callable<Integer> {
    @Option(names = "--help-jmh", description = "print JMH's own help")
    private boolean helpOfJmh;

    @Unmatched
    private final List<String> words = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        if (helpOfJmh) {
            new CommandLineOptions().showHelp();
            return 0;
        }
        throw CommandException.usage(
                (words.isEmpty() ? "a verb is missing" : words.get(0) + " is no verb of callcost.jar" + similar())
                        + " (--help lists them); benchmarks.jar has the benchmarks, load and serve");
    }

    private String similar() {
        return RootCommand.similarVerb(words.get(0))
                .filter(verb -> !verb.equals(words.get(0)))
                .map(verb -> "; did you mean " + verb + "?")
                .orElse("");
    }
}
