package dev.callcost.launch;

import dev.callcost.host.Machine;
import dev.callcost.host.Versions;
import dev.callcost.text.PathTails;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a run that {@code --resume} adopts, and the conditions that must be the same.
 *
 * @param arguments the command line with its presets read
 * @param start the time when the run began
 * @param seed the seed of the rows' order
 * @param conditions the build, the machine, the JVMs and the rows, by name
 */
public record RunSettings(
        List<String> commandLine,
        List<RunArguments.Group> arguments,
        String start,
        long seed,
        Map<String, String> conditions) {

    /** The settings of a run that begins now, with a random seed. */
    public static RunSettings now(
            List<String> commandLine, List<RunArguments.Group> arguments, Map<String, String> conditions) {
        return new RunSettings(commandLine, arguments, utc(), new Random().nextInt(Integer.MAX_VALUE), conditions);
    }

    /** The current time in UTC, to the second. */
    static String utc() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The settings with words added to the command line. Later words win. */
    public RunSettings with(List<String> words, List<RunArguments.Group> groups) {
        return new RunSettings(joined(commandLine, words), joined(arguments, groups), start, seed, conditions);
    }

    private static <T> List<T> joined(List<T> before, List<T> after) {
        return Stream.concat(before.stream(), after.stream()).toList();
    }

    public static SortedMap<String, String> conditions(List<PlannedRow> rows, List<ForkJvm> jvms) {
        Path jar = Versions.jar();
        String checksum = Files.isDirectory(jar) ? "" : " " + new JmhJar(jar).checksum(); // tests run without a jar
        Stream<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments().stream();
        return new TreeMap<>(Map.of(
                "build",
                Versions.commit() + checksum,
                "machine",
                Machine.describe().toString(),
                "JVM",
                sorted(jvms.stream().map(jvm -> jvm.vm() + " " + jvm.version() + " of " + jvm.vendor())),
                "host's JVM arguments",
                sorted(arguments.map(PathTails::cut)),
                "selection of rows",
                sorted(rows.stream().map(row -> row.key().fullLabel()))));
    }

    /** The first condition that has changed, with both values, in words. */
    public Optional<String> difference(SortedMap<String, String> now) {
        return Stream.concat(conditions.keySet().stream(), now.keySet().stream())
                .sorted()
                .filter(name -> !Objects.equals(conditions.get(name), now.get(name)))
                .findFirst()
                .map(name -> "the " + name + " was " + conditions.getOrDefault(name, "empty") + ", and is "
                        + now.getOrDefault(name, "empty") + " now");
    }

    private static String sorted(Stream<String> texts) {
        return texts.sorted().collect(Collectors.joining(", "));
    }
}
