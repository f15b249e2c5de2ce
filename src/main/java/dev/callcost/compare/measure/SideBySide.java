package dev.callcost.compare.measure;

import dev.callcost.host.Cpus;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.text.Sections;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The most pairs that can run at once. Each has a CPU of its own: forks of a pair share all disturbances then, those by
 * other pairs too.
 *
 * @param cpus the CPUs of these pairs, with as many places as pairs
 * @param isFixed whether the user chose the number, or there is no choice; else {@link TrialPairs} show whether it
 *     serves
 * @param note why there are fewer than the user or the machine could have
 */
record SideBySide(List<Integer> cpus, boolean isFixed, Optional<String> note) {
    /** One pair after the other, on all CPUs. */
    private static SideBySide one(Optional<String> note) {
        return new SideBySide(List.of(0), true, note);
    }

    /**
     * What this machine allows.
     *
     * @param wanted the number of pairs that the user chose; empty for a pair on each core
     * @param fork what the largest fork takes of the memory, in bytes
     */
    static SideBySide of(Optional<Integer> wanted, long fork) {
        Cpus cpus = Cpus.read(KernelFiles.HERE);
        SideBySide here = of(wanted, fork, cpus, Limits.read(KernelFiles.HERE), Limits.idleMemory(KernelFiles.HERE));
        boolean isSingle = here.pairs() == 1;
        return isSingle || Cpus.canConfine(here.cpus.get(0))
                ? here
                : one(Optional.of("One pair at a time: there is no taskset, which confines a pair to a CPU"));
    }

    static SideBySide of(Optional<Integer> wanted, long fork, Cpus cpus, Limits limits, long idleMemory) {
        if (cpus.numbers().isEmpty()) {
            return one(wanted.filter(pairs -> pairs > 1)
                    .map(pairs -> "One pair at a time: only Linux confines a pair to a CPU"));
        }
        int usable = wanted.isPresent() ? cpus.numbers().size() : cpus.cores();
        int byCpus = limits.cpus() == null ? usable : (int) Math.max(1, Math.min(usable, limits.cpus()));
        int wish = wanted.orElse(usable);
        long byMemory = idleMemory / (2 * fork);
        int pairs = (int) Math.max(1, Collections.min(List.of((long) wish, (long) byCpus, byMemory)));
        String room = byMemory < byCpus
                ? "the memory that is free has no room for more pairs of forks of " + (fork >> 20) + " MiB each"
                : "this process may use " + Sections.count(byCpus, "CPU");
        Optional<String> note = pairs < wish
                ? Optional.of(Sections.count(pairs, "pair") + " at a time, not " + wish + ": " + room)
                : Optional.empty();
        return pairs == 1 ? one(note) : new SideBySide(cpus.numbers().subList(0, pairs), wanted.isPresent(), note);
    }

    int pairs() {
        return cpus.size();
    }
}
