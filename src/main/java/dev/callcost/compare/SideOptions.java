package dev.callcost.compare;

import dev.callcost.launch.Arguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.Utils;

/**
 * What a user names for one side.
 *
 * @param jar a JMH jar
 * @param jvm the JVM's executable
 * @param args JMH options of this side alone, as one text
 * @param jvmArgs arguments of this side's forks alone, as one text
 */
public record SideOptions(Path jar, String jvm, String args, String jvmArgs) {

    /**
     * All arguments of the side.
     *
     * @param common those of both sides
     * @throws dev.callcost.text.CommandException (usage) when they cannot be read
     */
    public Arguments arguments(List<Arguments.Group> common) {
        List<Arguments.Group> groups = new ArrayList<>(common);
        groups.addAll(Arguments.groups(Utils.splitQuotedEscape(args).toArray(String[]::new)));
        if (!jvmArgs.isBlank()) {
            groups.add(new Arguments.Group(List.of("-jvmArgsAppend", jvmArgs.strip()), false));
        }
        return Arguments.of(groups);
    }
}
