package dev.callcost.launch;

import com.google.gson.JsonObject;
import dev.callcost.agent.CellRecord;
import dev.callcost.agent.UntilWarm;
import dev.callcost.data.Fork;
import dev.callcost.text.PathTails;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The file to which a fork appends facts, {@code key=value} lines in the syntax of {@link Properties}. The key
 * {@value dev.callcost.agent.CellRecord#SKIPPED} holds the reason why the cell cannot run here; other keys are facts such as the CPU of a pinned cell.
 */
public record ForkRecord(Path file) {
    void clear() throws IOException {
        Files.write(file, new byte[0]);
    }

    /** The JVM argument that names the record to the fork, and the fork among all processes. */
    String jvmArgument() {
        return "-D" + CellRecord.PROPERTY + "=" + file;
    }

    public static boolean isJvmArgument(String argument) {
        return argument.startsWith("-D" + CellRecord.PROPERTY + "=");
    }

    /**
     * A fork that measured.
     *
     * @param jmh JMH's result, see {@link JmhForks}
     */
    ForkOutcome.Measured measured(JsonObject jmh) {
        Map<String, String> facts = facts();
        facts.replaceAll((name, fact) -> PathTails.cut(fact));
        return new ForkOutcome.Measured(Fork.line(jmh, facts, pid(), warmUp(), after(CellRecord.ITERATION)));
    }

    /** Why its cell cannot run here. */
    Optional<String> skipped() {
        return Optional.ofNullable(read().getProperty(CellRecord.SKIPPED));
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        Properties properties = read();
        properties.stringPropertyNames().forEach(name -> facts.put(name, properties.getProperty(name)));
        facts.remove(CellRecord.SKIPPED);
        facts.remove(CellRecord.PID);
        return facts;
    }

    /** How the fork warmed up, as {@link UntilWarm} writes it: a JSON object; empty when the warm-up's length was fixed. */
    private Optional<String> warmUp() {
        List<String> members = after(UntilWarm.LINE);
        return members.isEmpty() ? Optional.empty() : Optional.of("{" + String.join(",", members) + "}");
    }

    private List<String> after(String begin) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(begin))
                    .map(line -> line.substring(begin.length()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The id of the fork's process; empty when it ended before its first iteration. */
    private OptionalLong pid() {
        String pid = read().getProperty(CellRecord.PID);
        return pid == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(pid));
    }

    private Properties read() {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
