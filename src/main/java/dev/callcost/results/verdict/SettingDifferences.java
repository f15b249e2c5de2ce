package dev.callcost.results.verdict;

import dev.callcost.results.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** In what the two sides of a row were measured differently. */
public final class SettingDifferences {
    private static final Set<String> JVM = Set.of("jdkVersion", "vmName", "vmVersion");
    private static final String MEMORY = "-XX:[+-]Use\\w*GC|-Xm[snx].*|-XX:\\w*(HeapSize|RAMPercentage|NewSize)=.*";

    private SettingDifferences() {}

    /** Whether the two sides differ in JVM, garbage collector or heap, so that the mean of a fork's iterations decides. */
    public static boolean inMemory(Row base, Row head) {
        return JVM.stream().anyMatch(name -> differ(name, base, head))
                || !memory(base).equals(memory(head));
    }

    private static boolean differ(String setting, Row base, Row head) {
        return !Objects.equals(base.settings().get(setting), head.settings().get(setting));
    }

    private static List<String> memory(Row row) {
        return Arrays.stream(row.settings().getOrDefault("jvmArgs", "").split(" "))
                .filter(argument -> argument.matches(MEMORY))
                .toList();
    }

    /** Settings in which the two sides differ, one text each: {@code jdkVersion 17.0.15 / 25.0.3}. */
    public static List<String> of(Row base, Row head) {
        Set<String> names = new TreeSet<>(base.settings().keySet());
        names.addAll(head.settings().keySet());
        return names.stream()
                .filter(name -> differ(name, base, head))
                .map(name -> name + " " + base.settings().getOrDefault(name, "(unknown)") + " / "
                        + head.settings().getOrDefault(name, "(unknown)"))
                .toList();
    }
}
