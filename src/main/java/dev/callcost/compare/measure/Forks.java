package dev.callcost.compare.measure;

import java.nio.file.Path;

/**
 * What forks of both sides are started with.
 *
 * @param folder a temporary one
 */
public record Forks(Side base, Side head, Path folder) {
    /** What the larger fork of a row takes of the memory, with its host, in bytes. */
    long memory(Matching.RowPair row) {
        return Math.max(base.jar().memory(row.base()), head.jar().memory(row.head()));
    }
}
