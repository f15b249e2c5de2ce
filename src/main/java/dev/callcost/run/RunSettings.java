package dev.callcost.run;

import dev.callcost.fork.Arguments;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What must be the same when a run is resumed, and what is taken over from it.
 *
 * @param commandLine the command line as it was typed
 * @param arguments the command line with its presets read
 * @param start when the run began
 * @param seed the seed of the rows' order
 * @param conditions what was measured by what, by name: the build, the machine, the JVMs, the rows
 */
public record RunSettings(
        List<String> commandLine,
        List<Arguments.Group> arguments,
        String start,
        long seed,
        Map<String, String> conditions) {

    /** The name of the first condition that is another one now, with both its values in words. */
    public Optional<String> difference(Map<String, String> now) {
        Map<String, String> all = new TreeMap<>(conditions);
        all.putAll(now);
        return all.keySet().stream()
                .filter(name -> !String.valueOf(conditions.get(name)).equals(String.valueOf(now.get(name))))
                .findFirst()
                .map(name -> "the " + name + " was " + conditions.get(name) + ", and is " + now.get(name) + " now");
    }
}
