package dev.callcost.compare;

import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A row as both sides measured it.
 *
 * @param differences a text for each setting in which the sides differ: {@code jdkVersion 17.0.15 / 25.0.3}; it names the JVM arguments that one side lacks
 */
public record RowSides(Row base, Row head, List<String> differences) {
    private static final String JVM_ARGUMENTS = "jvmArgs";
    private static final Set<String> JVM = Set.of("jdkVersion", "vmName", "vmVersion");
    private static final String MEMORY = "-XX:[+-]Use\\w*GC|-Xm[snx].*|-XX:\\w*(HeapSize|RAMPercentage|NewSize)=.*";

    /** @param more differences that are no settings of the rows */
    static RowSides of(Row base, Row head, List<String> more) {
        return new RowSides(
                base,
                head,
                Stream.concat(differences(base, head).stream(), more.stream()).toList());
    }

    /** The settings in which two rows differ, see {@link RowSides}. */
    static List<String> differences(Row base, Row head) {
        Set<String> names = new TreeSet<>(base.settings().keySet());
        names.addAll(head.settings().keySet());
        return names.stream()
                .filter(name -> differ(name, base, head))
                .map(name -> name + " " + own(name, base, head) + " / " + own(name, head, base))
                .toList();
    }

    /** A side's setting; for JVM arguments those that the other side lacks, unless the sides have the same in another order. */
    private static String own(String setting, Row side, Row other) {
        String value = side.settings().getOrDefault(setting, "(unknown)");
        List<String> words = List.of(value.split(" "));
        List<String> others =
                List.of(other.settings().getOrDefault(setting, "(unknown)").split(" "));
        if (!setting.equals(JVM_ARGUMENTS) || Set.copyOf(words).equals(Set.copyOf(others))) {
            return value;
        }
        List<String> own = words.stream()
                .filter(word -> !word.isEmpty() && !others.contains(word))
                .toList();
        return own.isEmpty() ? "(none)" : String.join(" ", own);
    }

    private static boolean differ(String setting, Row base, Row head) {
        return !Objects.equals(base.settings().get(setting), head.settings().get(setting));
    }

    /** Whether the sides differ in JVM, garbage collector or heap, so that the mean of a fork's iterations decides. */
    static boolean differInMemory(Row base, Row head) {
        return JVM.stream().anyMatch(name -> differ(name, base, head))
                || !memory(base).equals(memory(head));
    }

    private static List<String> memory(Row row) {
        return Arrays.stream(row.settings().getOrDefault(JVM_ARGUMENTS, "").split(" "))
                .filter(argument -> argument.matches(MEMORY))
                .toList();
    }
}
