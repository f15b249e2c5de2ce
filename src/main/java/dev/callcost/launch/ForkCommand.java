package dev.callcost.launch;

import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** How the forks of a row are started. Equal commands share a {@link ForkHost}. */
public interface ForkCommand {
    /** The command line of the host. */
    List<String> command(HostPlace place);

    /** The JMH options of a benchmark that runs in this JVM; empty for a fork. */
    default Optional<CommandLineOptions> inThisJvm(HostPlace place) {
        return Optional.empty();
    }
}
