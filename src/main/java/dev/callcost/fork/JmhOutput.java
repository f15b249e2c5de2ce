package dev.callcost.fork;

import java.io.PrintStream;
import java.util.List;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own way to report a fork at a level of verbosity.
 *
 * @param format JMH's format over the console
 */
record JmhOutput(OutputFormat format) implements ForkOutput {
    static JmhOutput of(PrintStream out, VerboseMode verbosity) {
        return new JmhOutput(OutputFormatFactory.createFormatInstance(unclosed(out), verbosity));
    }

    private static PrintStream unclosed(PrintStream out) {
        return new PrintStream(out, true) {
            @Override
            public void close() {
                flush(); // a Runner closes what it was given, and the next fork needs it again
            }
        };
    }

    @Override
    public List<String> lastWords() {
        return List.of();
    }

    @Override
    public void close() {
        format.flush();
    }
}
