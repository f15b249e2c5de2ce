package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Utils;

/**
 * The JVM that a fork runs on. {@link ForkFlags} are its arguments.
 *
 * @param executable what is started: a path, or a name on the PATH
 * @param release the Java release that it implements, such as 17
 */
public record ForkJvm(String executable, int release, String version, String vendor, String vm) {
    /** The release that the agents are compiled for. */
    private static final int OLDEST = 17;

    private static final Pattern SETTING = Pattern.compile("^ {4}(java\\.\\S+) = (.*)$", Pattern.MULTILINE);
    private static final Map<String, ForkJvm> KNOWN = new ConcurrentHashMap<>();

    /**
     * @throws CommandException (usage) when it cannot be started, is not a JVM, or is older than the agents' classes,
     *     which every fork loads
     */
    public static ForkJvm of(String executable) {
        ForkJvm jvm = KNOWN.computeIfAbsent(executable, ForkJvm::describe);
        if (jvm.release < OLDEST) {
            throw CommandException.usage(executable + ": Java " + jvm.release + ", and forks need " + OLDEST
                    + " or later, which runs class files of Java 8, too");
        }
        return jvm;
    }

    /** The JVM of a row's forks: {@code -jvm}, else the benchmark's, else this one. */
    public static ForkJvm of(PlannedRow row, RunArguments user) {
        return of(user.options().getJvm().orElse(row.benchmark().getJvm().orElse(Utils.getCurrentJvm())));
    }

    public String name() {
        return vm + " " + version + " (" + vendor + ")";
    }

    private static ForkJvm describe(String executable) {
        Properties properties =
                executable.equals(Utils.getCurrentJvm()) ? System.getProperties() : settings(executable);
        String release = properties.getProperty("java.specification.version");
        if (release == null) {
            throw CommandException.usage(executable + ": not a JVM that starts");
        }
        return new ForkJvm(
                executable,
                Integer.parseInt(release.replaceFirst("^1\\.", "")),
                properties.getProperty("java.version"),
                properties.getProperty("java.vendor"),
                properties.getProperty("java.vm.name"));
    }

    private static Properties settings(String executable) {
        Properties properties = new Properties();
        try {
            Process process = new ProcessBuilder(executable, "-XshowSettings:properties", "-version")
                    .redirectErrorStream(true)
                    .start();
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            } else if (process.exitValue() == 0) {
                SETTING.matcher(new String(process.getInputStream().readAllBytes(), Charset.defaultCharset()))
                        .results()
                        .forEach(setting -> properties.setProperty(
                                setting.group(1), setting.group(2).strip()));
            }
        } catch (IOException e) {
            throw CommandException.usage(executable + ": cannot be started (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return properties;
    }

    /**
     * The JVM arguments of one fork. A JVM gets, in this order: what it needs to run the suite in silence; the user's
     * {@code -jvmArgsPrepend}, else the benchmark's; the user's {@code -jvmArgs}, else the benchmark's, else the host's
     * own; the benchmark's appended arguments; the user's {@code -jvmArgsAppend}. JMH itself lets
     * {@code -jvmArgsAppend} replace the benchmark's, so its heap and collector would be lost.
     *
     * <p>With two collectors, or a heap that begins larger than it may become, a JVM refuses to start. When the user
     * names one of either kind, the benchmark's and the host's are left out. A collector of the host, or of a variable
     * of the environment, replaces the benchmark's too. A heap of either does not, because containers often set one for
     * every JVM.
     *
     * @param lists the arguments by JMH's option; JMH chooses for an option that is absent
     */
    public record ForkFlags(Map<String, List<String>> lists) {
        private static final String PREPEND = RunArguments.JVM_OPTIONS.get(0);
        private static final String MIDDLE = RunArguments.JVM_OPTIONS.get(1);
        private static final String APPEND = RunArguments.JVM_OPTIONS.get(2);

        /** Chronicle's classes reach into these; without them they print warnings or fail. */
        private static final List<String> CHRONICLE = List.of(
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");

        /**
         * JDK 24 began to warn about native libraries (JEP 472) and sun.misc.Unsafe (JEP 498); 17 refuses the latter
         * flag.
         */
        private static final int WARNS_SINCE = 24;

        private static final List<String> SILENCE =
                List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

        /**
         * The first reflective call loads the classes that the sixteenth would load: JMH makes one per iteration, and a
         * fork that loads classes is not warm.
         */
        private static final String COMPILED_REFLECTION = "-Dsun.reflect.noInflation=true";

        /**
         * What a JVM sees that is confined to no CPUs. By this number it chooses its collector, and how many threads
         * collect and compile.
         */
        public static final String ALL_CPUS =
                "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors();

        /** JDK 18 does so by itself (JEP 416). */
        private static final int METHOD_HANDLES_SINCE = 18;

        private static final Predicate<String> COLLECTOR =
                Pattern.compile("^-XX:[+-]Use\\w*GC$").asMatchPredicate();
        private static final Predicate<String> HEAP = Pattern.compile(
                        "^(-Xm[sx].*|-XX:(Initial|Max|Min)HeapSize=.*|-XX:(Initial|Max|Min)RAMPercentage=.*)$")
                .asMatchPredicate();

        /** What a fork takes beyond its heap, with its host. */
        private static final long BESIDE_HEAP = 256L << 20;

        /** The memory of the machine over that of a heap without a size. */
        private static final int USUAL_HEAP = 16;

        private static final Pattern HEAP_SIZE =
                Pattern.compile("(?<!\\S)(?:-Xmx|-XX:MaxHeapSize=)(\\d{1,15})([kmgtKMGT]?)(?!\\S)");
        private static final Pattern HEAP_SHARE =
                Pattern.compile("(?<!\\S)-XX:MaxRAMPercentage=(\\d{1,3}(?:\\.\\d*)?)(?!\\S)");

        /** What a JVM takes arguments from, in addition to its command line. */
        private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

        /** @param host arguments that the fork has without this suite, from its host or the environment */
        public static ForkFlags of(
                PlannedRow row, RunArguments user, ForkJvm jvm, HostFolder place, List<String> host) {
            List<String> prepend = new ArrayList<>(CHRONICLE);
            prepend.addAll(silence(jvm.release()));
            // equal for pinned and free cells: a pinned thread sees one processor, and its pools would be smaller
            prepend.add(ALL_CPUS);
            prepend.add(place.jvmArgument());
            ForkFlags flags = ofForeign(row, user, jvm, host);
            List<String> named = named(user, host);
            Map<String, Collection<String>> benchmarks = ofBenchmark(row);
            prepend.addAll(flags.lists.getOrDefault(PREPEND, left(benchmarks.get(PREPEND), named)));
            flags.lists.put(PREPEND, prepend);
            flags.lists.putIfAbsent(APPEND, left(benchmarks.get(APPEND), named));
            return row.benchmark().getJvmArgs().hasValue()
                    ? flags.inheriting(left(benchmarks.get(MIDDLE), named))
                    : flags;
        }

        /**
         * The arguments of a foreign benchmark's forks: the user's, JMH's own choice where the user gives none and no
         * collector or heap is left out, and what lets a fork of the JVM's release warm up sooner.
         */
        static ForkFlags ofForeign(PlannedRow row, RunArguments user, ForkJvm jvm, List<String> host) {
            List<String> named = named(user, host);
            Map<String, List<String>> lists = new LinkedHashMap<>();
            ofBenchmark(row).forEach((option, benchmarks) -> {
                List<String> users = user.values(option);
                List<String> left = left(benchmarks, named);
                if (!users.isEmpty() || left.size() < benchmarks.size()) {
                    left.addAll(users);
                    lists.put(option, option.equals(APPEND) || users.isEmpty() ? left : users);
                }
            });
            List<String> own = new ArrayList<>(switchedOff(user, host));
            if (row.warmUp().isPresent() && jvm.release() < METHOD_HANDLES_SINCE) {
                own.add(COMPILED_REFLECTION);
            }
            return new ForkFlags(lists).after(own, row, user, host);
        }

        /** With others before all arguments. A collector is left out where these arguments name one. */
        ForkFlags after(List<String> others, PlannedRow row, RunArguments user, List<String> host) {
            if (others.isEmpty()) {
                return this;
            }
            List<String> prepend = withoutSecondCollector(
                    others,
                    Stream.of(lists.values(), ofBenchmark(row).values(), List.of(host))
                            .flatMap(Collection::stream)
                            .flatMap(Collection::stream));
            prepend.addAll(lists.getOrDefault(PREPEND, left(ofBenchmark(row).get(PREPEND), named(user, host))));
            Map<String, List<String>> all = new LinkedHashMap<>(lists);
            all.put(PREPEND, prepend);
            return new ForkFlags(all);
        }

        /** Arguments, without a collector where others name one. */
        public static List<String> withoutSecondCollector(List<String> arguments, Stream<String> others) {
            Predicate<String> isSwitchedOn = COLLECTOR.and(argument -> argument.startsWith("-XX:+"));
            boolean isNamed = others.anyMatch(isSwitchedOn);
            return arguments.stream()
                    .filter(argument -> !isNamed || !isSwitchedOn.test(argument))
                    .collect(Collectors.toCollection(ArrayList::new));
        }

        /**
         * The memory that a fork of a row takes with its host: its largest heap and what is beside that. Without an
         * argument that names the heap, a JVM may take a quarter of the memory; few come near that, so a quarter of
         * this is assumed.
         *
         * @param memory of the machine or the container, like the result in bytes
         */
        static long memory(PlannedRow row, RunArguments user, ForkJvm jvm, long memory) {
            String arguments =
                    String.join(" ", ofForeign(row, user, jvm, ofEnvironment()).line(row));
            return BESIDE_HEAP + heap(arguments, memory);
        }

        private static long heap(String arguments, long memory) {
            return last(HEAP_SIZE, arguments)
                    .map(size -> Long.parseLong(size.group(1))
                            << 10
                                    * " kmgt"
                                            .indexOf((size.group(2) + " ")
                                                    .toLowerCase(Locale.ROOT)
                                                    .charAt(0)))
                    .or(() -> last(HEAP_SHARE, arguments)
                            .map(share -> Math.round(Double.parseDouble(share.group(1)) / 100 * memory)))
                    .orElse(memory / USUAL_HEAP);
        }

        private static Optional<MatchResult> last(Pattern pattern, String arguments) {
            return pattern.matcher(arguments).results().reduce((earlier, later) -> later);
        }

        /** By JMH's option; an empty list for none. */
        private static Map<String, Collection<String>> ofBenchmark(PlannedRow row) {
            BenchmarkListEntry benchmark = row.benchmark();
            Map<String, Collection<String>> lists = new LinkedHashMap<>();
            lists.put(PREPEND, benchmark.getJvmArgsPrepend().orElse(List.of()));
            lists.put(MIDDLE, benchmark.getJvmArgs().orElse(List.of()));
            lists.put(APPEND, benchmark.getJvmArgsAppend().orElse(List.of()));
            return lists;
        }

        /** The arguments that every JVM takes from the environment. */
        static List<String> ofEnvironment() {
            return VARIABLES.stream()
                    .flatMap(name -> Stream.ofNullable(System.getenv(name)))
                    .flatMap(text -> Stream.of(text.replaceAll("[\"']", "").split("\\s+")))
                    .toList();
        }

        /** With other arguments in the middle if it has none. */
        ForkFlags inheriting(List<String> others) {
            Map<String, List<String>> all = new LinkedHashMap<>(lists);
            all.putIfAbsent(MIDDLE, others);
            return new ForkFlags(all);
        }

        /**
         * As JMH's options, each list as one text that JMH splits at blanks outside of quotes; old versions of JMH
         * accept nothing else.
         */
        List<String> options() {
            return RunArguments.JVM_OPTIONS.stream()
                    .filter(lists::containsKey)
                    .flatMap(option -> Stream.of(
                            "-" + option,
                            lists.get(option).stream()
                                    .map(value -> value.contains(" ") ? "\"" + value + "\"" : value)
                                    .collect(Collectors.joining(" "))))
                    .toList();
        }

        /** All arguments as a JVM gets them; where JMH would choose those of the host, there are none. */
        List<String> line(PlannedRow row) {
            return ofBenchmark(row).entrySet().stream()
                    .flatMap(option -> lists.getOrDefault(option.getKey(), List.copyOf(option.getValue())).stream())
                    .toList();
        }

        /** Whether only the JVM's release needs an argument. */
        static boolean isForRelease(String argument) {
            return argument.equals(COMPILED_REFLECTION) || SILENCE.contains(argument);
        }

        private static Stream<String> users(RunArguments user) {
            return RunArguments.JVM_OPTIONS.stream().flatMap(option -> user.values(option).stream());
        }

        static List<String> silence(int release) {
            return release >= WARNS_SINCE ? SILENCE : List.of();
        }

        /** The arguments that replace others of their kind: the user's, and the host's collector. */
        private static List<String> named(RunArguments user, List<String> host) {
            return Stream.concat(users(user), host.stream().filter(COLLECTOR)).toList();
        }

        /** The host's arguments without those that the user's replace. */
        static List<String> left(List<String> host, RunArguments user) {
            return left(host, users(user).toList());
        }

        private static List<String> left(Collection<String> arguments, List<String> named) {
            List<String> left = new ArrayList<>(arguments);
            for (Predicate<String> kind : List.of(COLLECTOR, HEAP)) {
                if (named.stream().anyMatch(kind)) {
                    left.removeIf(kind);
                }
            }
            return left;
        }

        /**
         * Switches the host's collector off where the user names another: no command line can leave out what the
         * environment adds.
         */
        private static List<String> switchedOff(RunArguments user, List<String> host) {
            return users(user).noneMatch(COLLECTOR)
                    ? List.of()
                    : host.stream()
                            .filter(COLLECTOR)
                            .map(argument -> argument.replace('+', '-'))
                            .distinct()
                            .toList();
        }
    }
}
