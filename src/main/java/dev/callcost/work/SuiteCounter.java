package dev.callcost.work;

import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.Rounds.ForkCounter;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.CommandException;
import dev.callcost.work.WorkDelta.WorkScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/** Counts the rows of a run of this suite: one fork under the first chance, and one under the other. */
public final class SuiteCounter implements ForkCounter {
    private static final int CHANCES = 2;

    private final CountSetup setup;
    private final RunArguments arguments;

    /**
     * @param folder takes the jars with which forks count, and must outlive the run
     * @param user the arguments of measured forks
     * @throws CommandException (bad file) when the folder cannot be written
     */
    public SuiteCounter(Path folder, RunArguments user) {
        arguments = CountSetup.counting(user);
        try {
            setup = new CountSetup(folder);
        } catch (IOException e) {
            throw CommandException.badFile("cannot count in " + folder + ": " + e.getMessage());
        }
    }

    @Override
    public Optional<CountingFork> next(PlannedRow row, int counted) {
        if (counted == CHANCES) {
            return Optional.empty();
        }
        PlannedRow cold = row.withForks(1).withoutWarmUp();
        boolean keepsMode;
        try {
            keepsMode = CountSetup.keepsMode(getClass().getClassLoader(), row);
        } catch (IOException e) {
            throw CommandException.badFile("cannot read the class of " + row.name() + ": " + e.getMessage());
        }
        return Optional.of(new CountingFork(
                keepsMode ? cold : cold.with(Mode.SingleShotTime),
                keepsMode ? CountSetup.inOwnMode(arguments) : arguments,
                setup.jvmArguments(counted + 1, WorkScope.APPLICATION)));
    }
}
