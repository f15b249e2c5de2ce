package dev.callcost.source;

import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which jars of both sides belong together.
 *
 * @param alone a line for each jar that only one side has
 */
record JarMatching(List<JarPair> pairs, List<String> alone) {
    /**
     * Matches jars by their {@linkplain BuiltJar#key() keys}. A side's only jar belongs to the other's only jar.
     *
     * @throws CommandException (usage) when no jar has a partner
     */
    static JarMatching of(SortedMap<String, Path> base, SortedMap<String, Path> head) {
        if (base.size() == 1 && head.size() == 1) {
            return new JarMatching(
                    List.of(new JarPair(
                            "", new JmhJar(base.get(base.firstKey())), new JmhJar(head.get(head.firstKey())))),
                    List.of());
        }
        SortedMap<String, Path> both = new TreeMap<>(base);
        both.keySet().retainAll(head.keySet());
        if (both.isEmpty()) {
            throw CommandException.usage("compare: no jar of base belongs to one of head: base has "
                    + String.join(", ", base.keySet()) + ", head has " + String.join(", ", head.keySet())
                    + ": let --jar find one jar on each side");
        }
        List<String> alone = new ArrayList<>();
        base.keySet().stream().filter(key -> !both.containsKey(key)).forEach(key -> alone.add(alone(key, "base")));
        head.keySet().stream().filter(key -> !both.containsKey(key)).forEach(key -> alone.add(alone(key, "head")));
        return new JarMatching(
                both.keySet().stream()
                        .map(key -> new JarPair(
                                both.size() == 1 ? "" : name(key, both.keySet()),
                                new JmhJar(base.get(key)),
                                new JmhJar(head.get(key))))
                        .toList(),
                alone);
    }

    private static String alone(String key, String side) {
        return "Only " + side + " has the jar " + key + ": it is not measured.";
    }

    /** The shortest of the module's folder, the jar's name and the whole key that no other jar has. */
    private static String name(String key, Set<String> all) {
        String folder = BuiltJar.module(key);
        if (!folder.isEmpty()
                && all.stream().map(BuiltJar::module).filter(folder::equals).count() == 1) {
            return folder;
        }
        Set<String> names = all.stream().map(JarMatching::last).collect(Collectors.toCollection(TreeSet::new));
        return names.size() == all.size() ? last(key) : key;
    }

    private static String last(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }
}
