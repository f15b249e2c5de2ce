package dev.callcost.work;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the work of rows of two jars. Many rows share a JVM a side, under one chance, and those that differ another
 * one under the other chance. A row for which this is no answer gets a fork a side under each chance. A row runs its
 * first operations one after the other, without warm-up. The JDK's own classes count too where base and head have the
 * same.
 */
public final class WorkScouts {
    private WorkScouts() {}

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
            return hosts.follow(new CountPlan(rows, jars, listener));
        } catch (IOException e) {
            throw CommandException.badFile("cannot count in " + folder + ": " + e.getMessage());
        }
    }
}
