package dev.callcost.launch;

import com.google.gson.Gson;
import dev.callcost.text.JsonLines;
import dev.callcost.text.PathTails;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What must be the same when a run is resumed, and what is taken over from it.
 *
 * @param commandLine as it was typed
 * @param arguments the command line with its presets read
 * @param start when the run began
 * @param seed of the rows' order
 * @param conditions what was measured by what, by name: the build, the machine, the JVMs, the rows
 */
public record RunSettings(
        List<String> commandLine,
        List<Arguments.Group> arguments,
        String start,
        long seed,
        Map<String, String> conditions) {

    /** The settings of a run that begins now, with a seed drawn for it. */
    public static RunSettings now(
            List<String> commandLine, List<Arguments.Group> arguments, Map<String, String> conditions) {
        long seed = new Random().nextInt(Integer.MAX_VALUE);
        return new RunSettings(commandLine, arguments, Environment.now(), seed, conditions);
    }

    /** The settings of a run with words added to its command line, which win over those before. */
    RunSettings with(List<String> words, List<Arguments.Group> groups) {
        return new RunSettings(joined(commandLine, words), joined(arguments, groups), start, seed, conditions);
    }

    private static <T> List<T> joined(List<T> before, List<T> after) {
        return Stream.concat(before.stream(), after.stream()).toList();
    }

    /** Whether a directory is named in them, which nobody else should read. */
    boolean nameDirectories() {
        String text = JsonLines.line(new Gson().toJsonTree(this).getAsJsonObject());
        return !PathTails.cut(text).equals(text);
    }
}
