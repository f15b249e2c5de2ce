package dev.callcost.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** The text of {@code -h}. */
public final class Usage {
    private static final String TEXT = """
            Usage: java -jar benchmarks.jar [@FILE...] [options] [regexp...]
                   java -jar benchmarks.jar VERB ...

              Without a regexp the tiers inline, local and loopback run; experiments and pitfalls
              run when they are named ("experiment", "pitfall", or ".*" for all).

              @FILE  reads a preset: options and regexps as in a java argument file, # comments,
                     quotes. What is given later wins: single options by their last value, -p by
                     parameter, -prof by profiler; -e, -wmb and the -jvmArgs family add up; a regexp
                     after a preset replaces the preset's own.

              Forks run in rounds (-f 5 is five rounds of one fork a row, rows in random order). The
              results file is complete after every fork: -rff FILE, else results/local/<time>/results.json
              (-rf json unless another is named), with the environment beside it. Forks get the JVM
              arguments that their JVM needs, then the benchmark's, then yours.

              A run that was killed is gone on with by --resume RESULTS: what it lacks is measured, in the
              order it would have had, with the same arguments; build, JVM and machine must be the same.

              Verbs (each with --help):
                check BASE HEAD   which rows of one results file are slower than in another?
                compare           which rows of one jar, JVM or setting are slower than of another, measured in turns?
                doctor            what can be measured on this machine, and how finely?
                export RESULTS    one line a fork, for benchstat or as CSV
                serve             only the server, for a client of your own

              Exit codes: 0 all well, 1 a benchmark failed, 64 usage, 65 a file that cannot be read or written.

            The options are JMH's:
            """;

    private Usage() {}

    /** Prints how to use the suite, then JMH's options. */
    public static void print(CommandLineOptions options) {
        System.out.println(TEXT);
        try {
            options.showHelp();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
