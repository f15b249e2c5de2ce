package dev.callcost.compare.evidence;

import dev.callcost.data.Row;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM arguments of a row, and which of them count as the same in another checkout. The folders of some arguments
 * cannot change how benchmarks run: those where the JVM writes, those of class paths and agents, and those that a build
 * tool gives its workers.
 */
record JvmArguments(List<String> all) {
    /** Before an argument; its value can be a word of its own and have blanks. */
    private static final Pattern NEXT = Pattern.compile(" +(?=[-@])");

    /** Nothing of the value counts. */
    private static final Pattern WRITTEN = Pattern.compile(
            "(-D(?:java\\.io\\.tmpdir|user\\.dir|user\\.home)|-XX:(?:ErrorFile|HeapDumpPath|LogFile)|-Xloggc)[=:].*");

    /** Folders, written files and ports do not count. */
    private static final Pattern READ = Pattern.compile(
            "(-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|-Xbootclasspath(?:/[ap])?|@"
                    + "|-D(?:java\\.class\\.path|jdk\\.module\\.path|java\\.library\\.path"
                    + "|(?:org\\.gradle|jmh)\\.[^= ]+)"
                    + "|-XX:(?:SharedArchiveFile|CompileCommandFile|Flags|StartFlightRecording)"
                    + "|-javaagent|-agentpath|-agentlib|-Xlog)(?=[ =:]|(?<=@)).*");

    private static final Pattern FOLDERS = Pattern.compile("(?:(?<![A-Za-z])[A-Za-z]:(?=[/\\\\]))?[^=,;: @]*[/\\\\]");

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
