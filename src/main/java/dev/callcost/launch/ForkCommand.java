package dev.callcost.launch;

import java.util.List;

/** How the forks of a row are started. Equal commands share a {@link ForkHost}. */
public interface ForkCommand {
    /** The command line of the host. */
    List<String> command(HostPlace place);
}
