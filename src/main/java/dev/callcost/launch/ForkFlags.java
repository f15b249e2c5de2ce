package dev.callcost.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * The JVM arguments of one fork, as JMH's three lists: {@code prepend}, {@code arguments}, {@code append}.
 *
 * <p>In order: what the fork's JVM needs to run the suite in silence; the user's {@code -jvmArgsPrepend}, else the
 * benchmark's; the user's {@code -jvmArgs}, else the benchmark's, else the host's own; the benchmark's appended arguments;
 * the user's {@code -jvmArgsAppend}. A JVM that takes the last of two contradicting arguments thus takes the user's.
 * JMH itself lets {@code -jvmArgsAppend} replace the benchmark's, so its heap and collector would be lost.
 *
 * <p>Two kinds of arguments make a JVM refuse to start instead of taking the last: two collectors, and a heap that begins
 * larger than it may become. When the user names one of either kind, the benchmark's are left out.
 *
 * @param arguments the middle; empty means JMH's own choice
 */
public record ForkFlags(List<String> prepend, Optional<List<String>> arguments, List<String> append) {
    private static final String PREPEND = "jvmArgsPrepend";
    private static final String MIDDLE = "jvmArgs";
    private static final String APPEND = "jvmArgsAppend";

    /** JMH's options for the three lists, in the order in which a JVM gets them. */
    static final List<String> OPTIONS = List.of(PREPEND, MIDDLE, APPEND);

    /** Chronicle's classes reach into these; without them they print warnings or fail. */
    private static final List<String> CHRONICLE = List.of(
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");

    /** JDK 24 began to warn about native libraries (JEP 472) and sun.misc.Unsafe (JEP 498); 17 refuses the latter flag. */
    private static final int WARNS_SINCE = 24;

    private static final List<String> SILENCE =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    /**
     * Makes the first reflective call load the classes that the sixteenth would load: JMH makes one call per iteration, and a fork is not warm while classes
     * are loaded.
     */
    private static final String COMPILED_REFLECTION = "-Dsun.reflect.noInflation=true";

    /** JDK 18 does so by itself (JEP 416). */
    private static final int METHOD_HANDLES_SINCE = 18;

    private static final Predicate<String> COLLECTOR =
            Pattern.compile("^-XX:[+-]Use\\w*GC$").asMatchPredicate();
    private static final Predicate<String> HEAP = Pattern.compile(
                    "^(-Xm[sx].*|-XX:(Initial|Max|Min)HeapSize=.*|-XX:(Initial|Max|Min)RAMPercentage=.*)$")
            .asMatchPredicate();

    /** The merged arguments of a row on a JVM. The place takes the fork's facts. */
    public static ForkFlags of(PlannedRow row, Arguments user, ForkJvm jvm, HostPlace place) {
        BenchmarkListEntry benchmark = row.benchmark();
        List<String> prepend = new ArrayList<>(CHRONICLE);
        prepend.addAll(silence(jvm.release()));
        // equal for pinned and free cells: a pinned thread sees one processor, and its pools would be smaller
        prepend.add("-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors());
        if (row.warmUp().isPresent() && jvm.release() < METHOD_HANDLES_SINCE) {
            prepend.add(COMPILED_REFLECTION);
        }
        prepend.add(place.jvmArgument());
        prepend.addAll(
                named(PREPEND, user).orElse(left(benchmark.getJvmArgsPrepend().orElse(List.of()), user)));
        Optional<List<String>> benchmarks = benchmark.getJvmArgs().hasValue()
                ? Optional.of(left(benchmark.getJvmArgs().get(), user))
                : Optional.empty();
        return new ForkFlags(prepend, named(MIDDLE, user).or(() -> benchmarks), append(row, user));
    }

    /** The arguments of a foreign benchmark's forks: the user's, and JMH's own choice where the user gives none. */
    static ForkFlags ofForeign(PlannedRow row, Arguments user) {
        return new ForkFlags(
                user.values(PREPEND),
                named(MIDDLE, user),
                user.values(APPEND).isEmpty() ? List.of() : append(row, user));
    }

    /** The same, with other arguments in the middle if it has none. */
    ForkFlags inheriting(List<String> others) {
        return new ForkFlags(prepend, arguments.or(() -> Optional.of(others)), append);
    }

    /**
     * As JMH's options, each list as one text: JMH splits the text at blanks that are not quoted, and old versions of JMH accept one text only.
     *
     * @param isWhole whether an empty list means no arguments; else JMH takes the benchmark's
     */
    List<String> options(boolean isWhole) {
        List<String> options = new ArrayList<>();
        add(options, PREPEND, prepend, isWhole);
        add(options, MIDDLE, arguments.orElse(List.of()), arguments.isPresent());
        add(options, APPEND, append, isWhole);
        return options;
    }

    private static void add(List<String> options, String option, List<String> values, boolean isWhole) {
        if (isWhole || !values.isEmpty()) {
            Stream<String> quoted = values.stream().map(value -> value.contains(" ") ? "\"" + value + "\"" : value);
            options.addAll(List.of("-" + option, quoted.collect(Collectors.joining(" "))));
        }
    }

    /** Whether only the JVM's release needs a JVM argument, and the user did not name it. */
    static boolean isForRelease(String argument, Arguments user) {
        return (SILENCE.contains(argument) || argument.equals(COMPILED_REFLECTION))
                && users(user).noneMatch(argument::equals);
    }

    private static List<String> append(PlannedRow row, Arguments user) {
        List<String> append = left(row.benchmark().getJvmArgsAppend().orElse(List.of()), user);
        append.addAll(user.values(APPEND));
        return append;
    }

    private static Optional<List<String>> named(String option, Arguments user) {
        return Optional.of(user.values(option)).filter(arguments -> !arguments.isEmpty());
    }

    private static Stream<String> users(Arguments user) {
        return OPTIONS.stream().flatMap(option -> user.values(option).stream());
    }

    /** Arguments without which a JVM of a release warns about libraries on its standard error. */
    static List<String> silence(int release) {
        return release >= WARNS_SINCE ? SILENCE : List.of();
    }

    private static List<String> left(Collection<String> benchmarks, Arguments user) {
        List<String> left = new ArrayList<>(benchmarks);
        for (Predicate<String> kind : List.of(COLLECTOR, HEAP)) {
            if (users(user).anyMatch(kind)) {
                left.removeIf(kind);
            }
        }
        return left;
    }
}
