package dev.callcost.compare;

import dev.callcost.host.Versions;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The versions of the libraries that a jar holds, or that its manifest names, and the suite's commit, as far as it says them. */
final class JarVersions {
    private JarVersions() {}

    /**
     * The versions by library, and the commit by that word.
     *
     * @throws CommandException (bad file) when the jar cannot be read
     */
    static SortedMap<String, String> of(Path jar) {
        try (URLClassLoader resources =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            SortedMap<String, String> versions = Versions.libraries(resources);
            Versions.commit(resources).ifPresent(commit -> versions.put("commit", commit));
            return versions;
        } catch (IOException e) {
            throw CommandException.badFile(jar + ": cannot be read as a jar: " + e.getMessage());
        }
    }

    /** What a jar has in another version than another jar, each after a comma; nothing for what one of them does not know. */
    static String differing(Path jar, Path from) {
        Map<String, String> others = of(from);
        return of(jar).entrySet().stream()
                .filter(library ->
                        !library.getValue().equals(others.getOrDefault(library.getKey(), library.getValue())))
                .map(library -> ", " + library.getKey() + " " + library.getValue())
                .collect(Collectors.joining());
    }
}
