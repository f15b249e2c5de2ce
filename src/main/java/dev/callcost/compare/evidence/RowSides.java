package dev.callcost.compare.evidence;

import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row as both sides measured it.
 *
 * @param base the forks of all files or pairs
 * @param differences the settings in which the sides differ; a difference names the JVM arguments that one side lacks
 * @param baseFiles in how many results files of base the row is; 1 in pairs
 */
public record RowSides(Row base, Row head, List<SettingDifference> differences, int baseFiles, int headFiles) {
    private static final Set<String> JVM = Set.of("jdkVersion", "vmName", "vmVersion");
    private static final Pattern MEMORY =
            Pattern.compile("-XX:[+-]Use\\w*GC|-Xm[snx].*|-XX:\\w*(HeapSize|RAMPercentage|NewSize)=.*");

    /** A setting, or something of the machine, in which base and head differ. */
    public record SettingDifference(String name, String base, String head) {
        /** JMH's names begin so. */
        private static final String WARM_UP = "warmup";

        private static final String MEASUREMENT = "measurement";

        /** Whether it is a length or a number of iterations. */
        public boolean isOfIterations() {
            return name.startsWith(WARM_UP) || name.startsWith(MEASUREMENT);
        }

        /** {@code jdkVersion 17.0.15 / 25.0.3}. */
        public String text() {
            return name + " " + base + " / " + head;
        }
    }

    /** The sides of a row that was measured in pairs. */
    public static RowSides of(Row base, Row head) {
        return of(base, head, List.of(), 1, 1);
    }

    /** @param more differences that are no settings of the rows */
    static RowSides of(Row base, Row head, List<SettingDifference> more, int baseFiles, int headFiles) {
        List<SettingDifference> differences = new ArrayList<>(differences(base, head));
        differences.addAll(more);
        return new RowSides(base, head, differences, baseFiles, headFiles);
    }

    /** Whether the interval comes from how much files differ, not forks. */
    public boolean isByFiles() {
        return Math.max(baseFiles, headFiles) > 1;
    }

    /** Forks of both sides: {@code 5+5}, or files: {@code 3+3 files}. */
    public String count() {
        return isByFiles() ? baseFiles + "+" + headFiles + " files" : forks(base) + "+" + forks(head);
    }

    private static int forks(Row side) {
        return side.primary().forks().size();
    }

    /** The settings in which two rows differ, see {@link RowSides}. */
    static List<SettingDifference> differences(Row base, Row head) {
        Set<String> names = new TreeSet<>(base.settings().keySet());
        names.addAll(head.settings().keySet());
        return names.stream()
                .filter(name -> differ(name, base, head))
                .map(name -> new SettingDifference(name, own(name, base, head), own(name, head, base)))
                .toList();
    }

    /** The settings in which rows of one side differ from the first of them. */
    public static List<SettingDifference> differencesWithin(Collection<Row> side) {
        List<Row> unlike = unlike(side);
        return unlike.stream()
                .flatMap(row -> differences(unlike.get(0), row).stream())
                .distinct()
                .toList();
    }

    /** The first row with each settings: mostly one, of any number. */
    static List<Row> unlike(Collection<Row> rows) {
        Set<SortedMap<String, String>> known = new HashSet<>();
        return rows.stream().filter(row -> known.add(row.settings())).toList();
    }

    /**
     * A side's setting; for JVM arguments those that the other side lacks, unless the sides have the same in another
     * order.
     */
    private static String own(String setting, Row side, Row other) {
        String value = side.settings().getOrDefault(setting, "(unknown)");
        if (!setting.equals(Row.JVM_ARGUMENTS) || !side.settings().containsKey(setting)) {
            return value;
        }
        JvmArguments arguments = JvmArguments.of(side);
        JvmArguments others = JvmArguments.of(other);
        List<String> own = arguments.without(others);
        if (own.isEmpty() && others.without(arguments).isEmpty()) {
            return value;
        }
        return own.isEmpty() ? "(none)" : String.join(" ", own);
    }

    private static boolean differ(String setting, Row base, Row head) {
        String before = base.settings().get(setting);
        String after = head.settings().get(setting);
        boolean areArguments = setting.equals(Row.JVM_ARGUMENTS) && before != null && after != null;
        return !Objects.equals(before, after)
                && !(areArguments
                        && JvmArguments.of(base)
                                .counting()
                                .equals(JvmArguments.of(head).counting()));
    }

    /** Whether the sides differ in JVM, garbage collector or heap, so that the mean of a fork's iterations decides. */
    public static boolean differInMemory(Row base, Row head) {
        return JVM.stream().anyMatch(name -> differ(name, base, head))
                || !memory(base).equals(memory(head));
    }

    public static boolean differInMemory(Pair pair) {
        return differInMemory(pair.base(), pair.head());
    }

    private static List<String> memory(Row row) {
        return JvmArguments.of(row).all().stream()
                .filter(argument -> MEMORY.matcher(argument).matches())
                .toList();
    }

    /**
     * The JVM arguments of a row, and which of them count as the same in another checkout. The folders of some
     * arguments cannot change how benchmarks run: those where the JVM writes, those of class paths and agents, and
     * those that a build tool gives its workers.
     */
    private record JvmArguments(List<String> all) {
        /** Before an argument; its value can be a word of its own and have blanks. */
        private static final Pattern NEXT = Pattern.compile(" +(?=[-@])");

        /** Nothing of the value counts. */
        private static final Pattern WRITTEN = Pattern.compile("(-D(?:java\\.io\\.tmpdir|user\\.dir|user\\.home)"
                + "|-XX:(?:ErrorFile|HeapDumpPath|LogFile)|-Xloggc)[=:].*");

        /** Folders, written files and ports do not count. */
        private static final Pattern READ = Pattern.compile(
                "(-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|-Xbootclasspath(?:/[ap])?|@"
                        + "|-D(?:java\\.class\\.path|jdk\\.module\\.path|java\\.library\\.path"
                        + "|(?:org\\.gradle|jmh)\\.[^= ]+)"
                        + "|-XX:(?:SharedArchiveFile|CompileCommandFile|Flags|StartFlightRecording)"
                        + "|-javaagent|-agentpath|-agentlib|-Xlog)(?=[ =:]|(?<=@)).*");

        private static final Pattern FOLDERS =
                Pattern.compile("(?:(?<![A-Za-z])[A-Za-z]:(?=[/\\\\]))?[^=,;: @]*[/\\\\]");

        private static final Pattern VOLATILE = Pattern.compile(
                "(?<=file=|filename=)[^,:]*|(?<=\\.(?:jar|so|dll|dylib)=|port=)\\d+(?=$|[,:])|(?<=address=)[^,]*");

        static JvmArguments of(Row row) {
            return new JvmArguments(NEXT.splitAsStream(
                            row.settings().getOrDefault(Row.JVM_ARGUMENTS, "").strip())
                    .filter(argument -> !argument.isEmpty())
                    .toList());
        }

        /** The arguments without what does not count; equal for arguments that are the same in two checkouts. */
        List<String> counting() {
            return all.stream().map(JvmArguments::counting).toList();
        }

        /** Those that another side lacks. */
        List<String> without(JvmArguments other) {
            List<String> others = other.counting();
            return all.stream()
                    .filter(argument -> !others.contains(counting(argument)))
                    .toList();
        }

        private static String counting(String argument) {
            Matcher written = WRITTEN.matcher(argument);
            if (written.matches()) {
                return written.group(1);
            }
            return READ.matcher(argument).matches()
                    ? VOLATILE.matcher(FOLDERS.matcher(argument).replaceAll("")).replaceAll("")
                    : argument;
        }
    }
}
