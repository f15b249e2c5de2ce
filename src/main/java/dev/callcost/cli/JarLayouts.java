package dev.callcost.cli;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.JmhJar;
import dev.callcost.layout.Dependency;
import dev.callcost.layout.Layout;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jars for forks, made of what the user named. They are deleted on close, which Ctrl-C waits for. */
final class JarLayouts implements AutoCloseable {
    private final ShutdownDelay delay = new ShutdownDelay();
    private final TemporaryFolder folder = TemporaryFolder.create();
    private final Map<List<Object>, JmhJar> known = new HashMap<>();

    /**
     * The jar of a side, one for both sides where they do not differ.
     *
     * @param side the sides have names of equal lengths
     * @param dependencies that this side has in another version
     * @param versions of the dependencies of both sides
     */
    JmhJar of(Path named, String side, List<Dependency> dependencies, List<Dependency> versions) {
        JmhJar jar = known.computeIfAbsent(
                List.of(named, dependencies),
                it -> new Layout(folder.path().resolve(side + known.size()), System.err::println)
                        .jar(named, dependencies, versions));
        if (delay.isEnding()) {
            throw CommandException.failure("ended before anything was measured");
        }
        return jar;
    }

    @Override
    public void close() {
        folder.close();
        delay.close();
    }
}
