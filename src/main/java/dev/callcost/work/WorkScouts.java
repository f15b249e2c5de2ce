package dev.callcost.work;

import dev.callcost.data.RowKey;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the work of rows of two jars. Many rows share a JVM a side, where most do the same: that is their answer. Each
 * other row gets one fork a side under the same chance, and where these differ, one a side under another. A row runs
 * its first operations one after the other, without warm-up. Rows whose work in the JDK changed too are then counted
 * again, with the JDK's classes.
 */
public final class WorkScouts {
    private static final String PROFILERS = "prof";

    /** An operation of 5 ns reaches so many within the time that {@code agent.Work} gives it. */
    private static final int MOST_OPERATIONS = 1 << 20;

    private static final RunArguments.Group OPERATIONS =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-bs", String.valueOf(MOST_OPERATIONS)), false);

    /** Of a row that keeps its mode; it ends when its operations do. */
    private static final RunArguments.Group ITERATION =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-r", "5s"), false);

    private WorkScouts() {}

    /** Follows the counts; one method is called at a time. */
    public interface CountListener {
        /** Whether no further fork starts. */
        boolean isOver();

        /** A fork of a row is about to start. */
        void begins(RowKey row);

        /** A row was counted, or counted {@link #again}: the last counts replace those before. */
        void counted(RowKey row, WorkDelta work);

        /** So many rows are counted again from now on, with the JDK's classes. */
        default void again(int rows) {}
    }

    /**
     * Counts rows, several at once where CPUs and memory are free.
     *
     * @param rows of one pair of jars or of several
     * @param folder where a folder for jars, hosts and forks is created and deleted
     * @return false when this process was told to end (Ctrl-C, SIGTERM) before all rows were counted
     * @throws CommandException when a jar cannot be read or written, or a fork cannot start
     */
    public static boolean run(List<RowPair> rows, Path folder, CountListener listener) {
        try (TemporaryFolder own = new TemporaryFolder(folder, "work");
                ForkHosts hosts = new ForkHosts(own.path(), Optional.empty())) {
            AgentJars agents = AgentJars.write(own.path());
            Map<JarCopy, CountedJar> jars = new HashMap<>();
            for (RowPair row : rows) {
                for (JarCopy jar : List.of(row.base().jar(), row.head().jar())) {
                    if (!jars.containsKey(jar)) {
                        jars.put(jar, CountedJar.of(jar, own.path().resolve(jars.size() + ".jar"), agents));
                    }
                }
            }
            JdkRows open = new JdkRows(rows, listener);
            return hosts.follow(new CountPlan(rows, WorkScope.APPLICATION, jars, open))
                    && hosts.follow(new CountPlan(open.rows(), WorkScope.ALL, jars, open.counts()));
        } catch (IOException e) {
            throw CommandException.badFile("cannot count in " + folder + ": " + e.getMessage());
        }
    }

    /** The arguments of forks that count, in mode SingleShotTime. */
    static RunArguments counting(RunArguments user) {
        return user.without(PROFILERS, OPERATIONS);
    }

    /** Those of a row that keeps its mode. */
    static RunArguments inOwnMode(RunArguments counting) {
        return counting.without("bs", ITERATION);
    }
}
