package dev.callcost.launch;

import com.google.gson.Gson;
import dev.callcost.text.JsonLines;
import dev.callcost.text.PathTails;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The settings of a run that {@code --resume} adopts, and the conditions that must be the same.
 *
 * @param commandLine the words as they were typed
 * @param arguments the command line with its presets read
 * @param start the time when the run began
 * @param seed the seed of the rows' order
 * @param conditions the build, the machine, the JVMs and the rows, by name
 */
public record RunSettings(
        List<String> commandLine,
        List<Arguments.Group> arguments,
        String start,
        long seed,
        Map<String, String> conditions) {

    /** The settings of a run that begins now, with a random seed. */
    public static RunSettings now(
            List<String> commandLine, List<Arguments.Group> arguments, Map<String, String> conditions) {
        long seed = new Random().nextInt(Integer.MAX_VALUE);
        return new RunSettings(commandLine, arguments, Environment.now(), seed, conditions);
    }

    /** The settings with words added to the command line. Later words win. */
    RunSettings with(List<String> words, List<Arguments.Group> groups) {
        return new RunSettings(joined(commandLine, words), joined(arguments, groups), start, seed, conditions);
    }

    private static <T> List<T> joined(List<T> before, List<T> after) {
        return Stream.concat(before.stream(), after.stream()).toList();
    }

    /** Whether the settings name a directory, which published results should not contain. */
    boolean nameDirectories() {
        String text = JsonLines.line(new Gson().toJsonTree(this).getAsJsonObject());
        return !PathTails.cut(text).equals(text);
    }
}
