package dev.callcost.history;

import java.nio.file.Path;

/** A history of a public project without messages, names and links. */
public final class DistilledHistory {
    /** 80 runs of 34 commits and 41 rows, on three kinds of machine, as github-action-benchmark has them. */
    public static final Path JEDIS = Path.of("results/examples/jedis.js.gz");

    private DistilledHistory() {}
}
