package dev.callcost.launch;

import dev.callcost.host.KernelFiles;
import dev.callcost.host.Limits;
import java.util.function.UnaryOperator;

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
