package dev.callcost.compare;

import dev.callcost.data.Row;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM arguments of a row, and which of them count as the same in another checkout. The folders of some arguments cannot change how benchmarks run: those
 * where the JVM writes, those of class paths and agents, and those that a build tool gives its workers.
 */
record JvmArguments(List<String> all) {
    static final String SETTING = "jvmArgs";

    /** Before an argument; its value can be a word of its own and have blanks. */
    private static final Pattern NEXT = Pattern.compile(" +(?=[-@])");

    /** Nothing of the value counts. */
    private static final Pattern WRITTEN = Pattern.compile(
            "(-D(?:java\\.io\\.tmpdir|user\\.dir|user\\.home)|-XX:(?:ErrorFile|HeapDumpPath|LogFile)|-Xloggc)"
                    + "([=:]).*");

    /** The folders do not count. */
    private static final Pattern READ = Pattern.compile(
            "(-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|-Xbootclasspath(?:/[ap])?|@"
                    + "|-D(?:java\\.class\\.path|jdk\\.module\\.path|java\\.library\\.path|(?:org\\.gradle|jmh)\\.[^= ]+)"
                    + "|-XX:(?:SharedArchiveFile|CompileCommandFile|Flags))([ =:]?)(.*)");

    /** Folders, written files and ports do not count. */
    private static final Pattern OPTIONS =
            Pattern.compile("(-javaagent|-agentpath|-agentlib|-Xlog|-XX:StartFlightRecording)([:=])(.*)");

    private static final Pattern FOLDERS = Pattern.compile("(?:(?<![A-Za-z])[A-Za-z]:(?=[/\\\\]))?[^=,;:]*[/\\\\]");

    private static final Pattern VOLATILE = Pattern.compile(
            "(?<=file=|filename=)[^,:]*|(?<=\\.(?:jar|so|dll|dylib)=|port=)\\d+(?=$|[,:])|(?<=address=)[^,]*");

    /** The arguments of both sides at the end of a text, see {@link RowSides}. */
    private static final Pattern BOTH = Pattern.compile("(?<=\\b" + SETTING + " )(?<base>.*?) / (?<head>.*)");

    /** The letters of the arguments of a side that are shown where both sides have more together than a line holds. */
    private static final int SHOWN = 24;

    private static final int LINE = 80;

    /** A text about settings; where JVM arguments are longer than a line, each side has its first ones and the number of the others. */
    static String shortened(String text) {
        Matcher both = BOTH.matcher(text);
        return !both.find() || both.group().length() <= LINE
                ? text
                : text.substring(0, both.start()) + first(both.group("base")) + " / " + first(both.group("head"));
    }

    private static String first(String arguments) {
        List<String> all = NEXT.splitAsStream(arguments).toList();
        int shown = 0;
        for (int letters = 0; shown < all.size(); shown++) {
            letters += all.get(shown).length() + 1;
            if (letters > SHOWN) {
                break;
            }
        }
        int more = all.size() - shown;
        return shown == 0
                ? Sections.count(more, "argument")
                : String.join(" ", all.subList(0, shown)) + (more == 0 ? "" : " and " + more + " more");
    }

    static JvmArguments of(Row row) {
        return new JvmArguments(
                NEXT.splitAsStream(row.settings().getOrDefault(SETTING, "").strip())
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

    /** The names of those that differ from another side's only in what does not count. */
    List<String> ignored(JvmArguments other) {
        List<String> others = other.counting();
        return all.stream()
                .filter(argument -> !other.all.contains(argument) && others.contains(counting(argument)))
                .map(JvmArguments::name)
                .distinct()
                .toList();
    }

    private static String counting(String argument) {
        Matcher written = WRITTEN.matcher(argument);
        if (written.matches()) {
            return written.group(1);
        }
        Matcher read = READ.matcher(argument);
        if (read.matches()) {
            return read.group(1) + read.group(2) + withoutFolders(read.group(3));
        }
        Matcher options = OPTIONS.matcher(argument);
        return options.matches()
                ? options.group(1)
                        + options.group(2)
                        + VOLATILE.matcher(withoutFolders(options.group(3))).replaceAll("")
                : argument;
    }

    private static String withoutFolders(String paths) {
        return FOLDERS.matcher(paths).replaceAll("");
    }

    private static String name(String argument) {
        Matcher options = OPTIONS.matcher(argument);
        String counting = counting(argument);
        return options.matches()
                ? counting.replaceFirst("(?<=^.{2,100})[=,].*", "")
                : counting.startsWith("@") ? counting : counting.replaceFirst("[ =].*", "");
    }
}
