package dev.callcost.launch;

import dev.callcost.host.Machine;
import dev.callcost.host.SuiteJar;
import dev.callcost.host.Versions;
import dev.callcost.text.PathTails;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What must be unchanged when a run is resumed. */
public final class Conditions {
    private Conditions() {}

    /** The conditions of a run here and now, by name. */
    public static Map<String, String> of(List<PlannedRow> rows, List<ForkJvm> jvms) {
        Map<String, String> conditions = new TreeMap<>();
        conditions.put("build", build());
        conditions.put("machine", Machine.describe().toString());
        conditions.put(
                "JVM",
                joined(jvms.stream()
                        .map(jvm -> jvm.vm() + " " + jvm.version() + " of " + jvm.vendor())
                        .toList()));
        conditions.put(
                "host's JVM arguments",
                joined(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .map(Conditions::withoutDirectories)
                        .toList()));
        conditions.put(
                "selection of rows",
                joined(rows.stream()
                        .map(row -> row.label() + (row.inProcess() ? " in the host's JVM" : ""))
                        .toList()));
        return conditions;
    }

    /** The first condition that has changed, with both values, in words. */
    public static Optional<String> difference(Map<String, String> then, Map<String, String> now) {
        Map<String, String> all = new TreeMap<>(then);
        all.putAll(now);
        return all.keySet().stream()
                .filter(name -> !Objects.equals(then.get(name), now.get(name)))
                .findFirst()
                .map(name -> "the " + name + " was " + then.get(name) + ", and is " + now.get(name) + " now");
    }

    /** A text with a hash in place of its directories. */
    private static String withoutDirectories(String text) {
        String cut = PathTails.cut(text);
        return cut.equals(text) ? text : cut + " (" + Integer.toHexString(text.hashCode()) + ")";
    }

    private static String joined(List<String> texts) {
        return texts.stream().sorted().collect(Collectors.joining(", "));
    }

    /** The commit and the jar's checksum; the commit alone where a test runs classes in a folder. */
    private static String build() {
        Path jar = SuiteJar.path();
        return Versions.commit() + (Files.isDirectory(jar) ? "" : " " + new JmhJar(jar).checksum());
    }
}
