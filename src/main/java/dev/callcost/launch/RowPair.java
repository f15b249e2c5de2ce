package dev.callcost.launch;

import dev.callcost.data.RowKey;
import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.launch.PlannedRow.ForkWarmUp;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A row that both sides of a comparison run. */
public record RowPair(RowKey key, SideRow base, SideRow head) {
    /** The row with a longer warm-up, where its length is not fixed. */
    public RowPair warmingUpAtLeast(Duration time) {
        return new RowPair(key, base.warmingUp(it -> it.atLeast(time)), head.warmingUp(it -> it.atLeast(time)));
    }

    /** The row with a shorter cap of its warm-up, where its length is not fixed: for pairs that only choose rows. */
    public RowPair warmingUpAtMost(Duration time) {
        return new RowPair(key, base.warmingUp(it -> it.atMost(time)), head.warmingUp(it -> it.atMost(time)));
    }

    /** What the larger fork of both sides takes of the memory, with its host, in bytes. */
    public long memory() {
        return Math.max(base.memory(), head.memory());
    }

    /** A row as one side runs it, from the copy of its jar. */
    public record SideRow(JarCopy jar, PlannedRow row) {
        /** What a fork of it takes of the memory, with its host, in bytes. */
        long memory() {
            return ForkFlags.memory(row, jar.arguments(), jar.jvm(), Limits.memory(KernelFiles.HERE));
        }

        /** How many threads call the benchmark. */
        public int threads() {
            return row.threads(jar.arguments());
        }

        /** Whether its host can run it as a fork would: see {@link JarCopy.JarFork#isInHost}. */
        public boolean canRunInHost() {
            return !jar.isSuite() && !row.benchmark().getJvm().hasValue();
        }

        SideRow warmingUp(UnaryOperator<ForkWarmUp> other) {
            return new SideRow(
                    jar, row.warmUp().map(it -> row.with(other.apply(it))).orElse(row));
        }
    }
}
