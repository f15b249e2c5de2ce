package dev.callcost.compare.measure;

import dev.callcost.launch.ForkJvm.ForkFlags;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow.ShortTurns;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RunArguments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.options.Options;

/** A fork of a pair. */
record TurnFork(SideRow side, boolean isConfined) implements JarCopy.JarFork {
    @Override
    public List<String> jvmArguments() {
        return isConfined && !side.jar().isSuite() ? List.of(ForkFlags.ALL_CPUS) : List.of();
    }

    @Override
    public List<String> first(HostFolder place) {
        RunArguments arguments = side.jar().arguments();
        List<String> first = place.options(side.row(), arguments, place.turns());
        Options user = arguments.options();
        ShortTurns.of(side.row(), user).ifPresent(turns -> first.addAll(turns.options(user)));
        return first;
    }

    @Override
    public Optional<Duration> longest() {
        return ShortTurns.of(side.row(), side.jar().arguments().options()).flatMap(ShortTurns::longest);
    }

    /** Its outcome without the JVM arguments that {@code compare} added. */
    ForkOutcome checked(ForkOutcome outcome) {
        return outcome instanceof ForkOutcome.Measured measured ? side.jar().withoutOwn(measured) : outcome;
    }
}
