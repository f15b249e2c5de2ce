package dev.callcost.cli;

import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Which jar of head belongs to which jar of base. */
final class JarPairs {
    private JarPairs() {}

    /**
     * Pairs jars by their names without versions. Where these do not tell them apart, the folders do that are as far
     * from both jars; otherwise the order of the jars does.
     *
     * @param ofBase the jar that a path of base stands for
     * @throws CommandException (usage) when a side has more jars
     */
    static List<JarPair> of(
            List<Path> base, List<Path> head, Function<Path, JmhJar> ofBase, Function<Path, JmhJar> ofHead) {
        return paths(base, head).stream()
                .map(pair -> new JarPair(pair.name, ofBase.apply(pair.base), ofHead.apply(pair.head)))
                .toList();
    }

    /** @param name of the module; empty where there is one */
    record PathPair(String name, Path base, Path head) {}

    static List<PathPair> paths(List<Path> base, List<Path> head) {
        if (base.size() != head.size()) {
            throw CommandException.usage("compare: " + base.size() + " --base and " + head.size()
                    + " --head: each jar of base needs the one of head that belongs to it");
        }
        if (base.size() == 1) {
            return List.of(new PathPair("", base.get(0), head.get(0)));
        }
        int depth = base.stream().mapToInt(JarPairs::depth).min().orElseThrow();
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
                ? Optional.of(pairs(base, before::get, n -> head.get(after.indexOf(before.get(n)))))
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
        return pairs(base, names::get, head::get);
    }

    private static List<PathPair> pairs(List<Path> base, Function<Integer, String> name, Function<Integer, Path> head) {
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
