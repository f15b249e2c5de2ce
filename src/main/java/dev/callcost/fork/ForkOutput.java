package dev.callcost.fork;

import java.util.List;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Takes what JMH's {@code Runner} reports and the fork prints, during one fork. */
public interface ForkOutput extends AutoCloseable {
    /** What the {@code Runner} writes to. The {@code Runner} closes it, too; closing twice does no harm. */
    OutputFormat format();

    /** What JMH quoted of the output of a JVM that ended with an error, unless the user has seen that output already. */
    List<String> lastWords();

    @Override
    void close();
}
