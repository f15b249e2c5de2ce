package dev.callcost.launch;

import dev.callcost.host.Cpus;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Shares out CPUs to rows with forks at the same time. A share of n CPUs begins at a multiple of n: there are few
 * different shares, and few hosts.
 */
final class CpuShares {
    private final List<Integer> cpus;
    private final BitSet taken = new BitSet();

    /** @param cpus their numbers; with none, every row gets a share at once, and is not confined */
    CpuShares(List<Integer> cpus) {
        this.cpus = cpus;
    }

    /**
     * @param from the first place in the list of all
     * @param command what confines a process, before its command line; none for all CPUs, which confine to nothing
     */
    record Share(int from, int to, List<String> command) {}

    /** Takes the first share of so many CPUs that are idle. */
    Optional<Share> take(int count) {
        Optional<Share> share = IntStream.iterate(
                        0, from -> from + count <= cpus.size(), from -> from + Math.max(1, count))
                .filter(from -> taken.get(from, from + count).isEmpty())
                .mapToObj(from -> new Share(
                        from,
                        from + count,
                        count == cpus.size() ? List.of() : Cpus.confining(cpus.subList(from, from + count))))
                .findFirst();
        share.ifPresent(it -> taken.set(it.from, it.to));
        return share;
    }

    void release(Share share) {
        taken.clear(share.from, share.to);
    }
}
