package dev.callcost.cli;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.launch.ShutdownDelay;
import dev.callcost.layout.Dependency;
import dev.callcost.layout.Layout;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Jars for forks, made of what the user named, and which of them belong together. The jars are deleted on close, which
 * Ctrl-C waits for.
 */
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

    /** @param name of the module; empty where there is one */
    record PathPair(String name, Path base, Path head) {}

    /**
     * Pairs jars by their names without versions. Where these do not tell them apart, the folders do that are as far
     * from both jars; otherwise the order of the jars does.
     *
     * @throws CommandException (usage) when a side has more jars
     */
    static List<PathPair> pairs(List<Path> base, List<Path> head) {
        if (base.size() != head.size()) {
            throw CommandException.usage("compare: " + base.size() + " --base and " + head.size()
                    + " --head: each jar of base needs the one of head that belongs to it");
        }
        if (base.size() == 1) {
            return List.of(new PathPair("", base.get(0), head.get(0)));
        }
        int depth = base.stream()
                .mapToInt(jar -> jar.toAbsolutePath().normalize().getNameCount())
                .min()
                .orElseThrow();
        for (int up = 0; up < depth; up++) {
            List<String> before = names(base, up);
            List<String> after = names(head, up);
            if (areUnique(before) && new HashSet<>(before).equals(new HashSet<>(after))) {
                return named(
                        before,
                        base,
                        before.stream()
                                .map(name -> head.get(after.indexOf(name)))
                                .toList());
            }
        }
        List<String> names = IntStream.range(0, depth)
                .mapToObj(up -> names(base, up))
                .filter(JarLayouts::areUnique)
                .findFirst()
                .orElseGet(() -> IntStream.rangeClosed(1, base.size())
                        .mapToObj(Integer::toString)
                        .toList());
        return named(names, base, head);
    }

    private static boolean areUnique(List<String> names) {
        return new HashSet<>(names).size() == names.size();
    }

    private static List<PathPair> named(List<String> names, List<Path> base, List<Path> head) {
        return IntStream.range(0, names.size())
                .mapToObj(n -> new PathPair(names.get(n), base.get(n), head.get(n)))
                .toList();
    }

    /** The names of jars without their versions, or of folders above them. */
    private static List<String> names(List<Path> jars, int up) {
        return jars.stream()
                .map(jar -> jar.toAbsolutePath().normalize())
                .map(jar -> jar.getName(jar.getNameCount() - 1 - up).toString())
                .map(JarPair::withoutVersion)
                .toList();
    }
}
