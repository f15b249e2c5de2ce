package dev.callcost.launch;

import java.util.List;
import java.util.Map;

/** How the forks of a row are started. Equal commands share a {@link ForkHost}. */
public interface ForkCommand {
    /** The command line of the host. */
    List<String> command(HostPlace place);

    /** What the environment of the host and its forks has in addition. */
    default Map<String, String> environment(HostPlace place) {
        return Map.of();
    }
}
