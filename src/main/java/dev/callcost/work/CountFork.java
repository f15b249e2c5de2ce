package dev.callcost.work;

import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowPair.SideRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;

/**
 * A run of one side of a row.
 *
 * @param chance 1 or 2
 * @param shared the JVMs that the row shares with others; null for a fork of its own
 */
record CountFork(CountState state, CountedSide of, int chance, CountedJar counted, SharedJvms shared)
        implements JarCopy.JarFork {
    @Override
    public SideRow side() {
        PlannedRow planned =
                of.of(state.row).row().withForks(isInHost() ? 0 : 1).withoutWarmUp();
        JarCopy jar = counted.jar();
        return state.keepsMode
                ? new SideRow(jar.with(CountArguments.inOwnMode(jar.arguments())), planned)
                : new SideRow(jar, planned.with(Mode.SingleShotTime));
    }

    @Override
    public boolean isInHost() {
        return shared != null;
    }

    @Override
    public boolean isHostOver() {
        return shared != null && shared.isOver();
    }

    @Override
    public List<String> jvmArguments() {
        List<String> arguments = new ArrayList<>(counted.agents().jvmArguments(chance, state.scope));
        if (shared != null) {
            arguments.add(shared.jvmArgument());
        }
        return arguments;
    }

    @Override
    public List<String> first(HostFolder place) {
        return place.options(side().row(), side().jar().arguments(), place.workReader());
    }

    /** Rows with equal ones can share their JVMs. */
    List<String> sharing() {
        return host(Path.of(""));
    }
}
