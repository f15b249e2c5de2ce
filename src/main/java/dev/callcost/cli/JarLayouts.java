package dev.callcost.cli;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.JarPair;
import dev.callcost.launch.JmhJar;
import dev.callcost.layout.Dependency;
import dev.callcost.layout.Layout;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
        int depth = base.stream().mapToInt(JarLayouts::depth).min().orElseThrow();
        return IntStream.range(0, depth)
                .mapToObj(up -> byNames(base, head, up))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> inOrder(base, head, depth));
    }

    private static int depth(Path jar) {
        return jar.toAbsolutePath().normalize().getNameCount();
    }

    private static Optional<List<PathPair>> byNames(List<Path> base, List<Path> head, int up) {
        List<String> before = base.stream().map(jar -> name(jar, up)).toList();
        List<String> after = head.stream().map(jar -> name(jar, up)).toList();
        boolean isUnique = new HashSet<>(before).size() == base.size();
        return isUnique && new HashSet<>(before).equals(new HashSet<>(after))
                ? Optional.of(named(base, before::get, n -> head.get(after.indexOf(before.get(n)))))
                : Optional.empty();
    }

    private static List<PathPair> inOrder(List<Path> base, List<Path> head, int depth) {
        List<String> names = IntStream.range(0, depth)
                .mapToObj(up -> base.stream().map(jar -> name(jar, up)).toList())
                .filter(some -> new HashSet<>(some).size() == some.size())
                .findFirst()
                .orElseGet(() -> IntStream.rangeClosed(1, base.size())
                        .mapToObj(Integer::toString)
                        .toList());
        return named(base, names::get, head::get);
    }

    private static List<PathPair> named(List<Path> base, Function<Integer, String> name, Function<Integer, Path> head) {
        return IntStream.range(0, base.size())
                .mapToObj(n -> new PathPair(name.apply(n), base.get(n), head.apply(n)))
                .toList();
    }

    /** The name of the jar without its version, or of a folder above it. */
    private static String name(Path jar, int up) {
        Path path = jar.toAbsolutePath().normalize();
        return JarPair.withoutVersion(path.getName(path.getNameCount() - 1 - up).toString());
    }
}
