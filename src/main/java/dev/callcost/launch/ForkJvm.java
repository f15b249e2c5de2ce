package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.util.Utils;

/**
 * The JVM that a fork runs on.
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
}
