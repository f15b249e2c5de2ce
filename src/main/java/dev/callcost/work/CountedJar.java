package dev.callcost.work;

import dev.callcost.agent.WorkReader;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlannedRow;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/** A copy of a jar with what its host needs to start a fork that counts. */
record CountedJar(JarCopy jar, AgentJars agents) {
    static CountedJar of(JarCopy jar, Path copy, AgentJars agents) throws IOException {
        SortedMap<String, byte[]> files = JmhJar.neededBy(List.of(WorkReader.class));
        return new CountedJar(jar.with(files, copy, CountArguments.counting(jar.arguments())), agents);
    }

    boolean isControlled(PlannedRow row) {
        try {
            return ControlledRows.has(jar, row);
        } catch (IOException e) {
            throw CommandException.badFile(jar.original() + ": cannot be read: " + e.getMessage());
        }
    }
}
