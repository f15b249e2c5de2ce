package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.data.ResultsFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The differences between the machines on which two files were measured. Two virtual machines of one kind may have different processors. */
final class Machines {
    /** Differs by a few MiB from one start of a machine to the next. */
    private static final String MEMORY = "memory";

    private Machines() {}

    /** A text for each difference: {@code kernel Linux 6.1 / Linux 6.2}; none when a file does not say where it was measured. */
    static List<String> differences(ResultsFile base, ResultsFile head) {
        Map<String, String> before = known(base);
        Map<String, String> after = known(head);
        return before.keySet().stream()
                .filter(name -> after.containsKey(name) && !before.get(name).equals(after.get(name)))
                .map(name -> name + " " + before.get(name) + " / " + after.get(name))
                .toList();
    }

    /** The machine and the settings of its system, by name. */
    private static Map<String, String> known(ResultsFile file) {
        Map<String, String> known = new LinkedHashMap<>();
        file.environment().ifPresent(environment -> {
            add(known, environment, "machine");
            if (environment.get("device") instanceof JsonObject device) {
                add(known, device, "settings");
            }
        });
        known.remove(MEMORY);
        return known;
    }

    private static void add(Map<String, String> known, JsonObject from, String name) {
        if (from.get(name) instanceof JsonObject members) {
            members.entrySet().stream()
                    .filter(member -> member.getValue().isJsonPrimitive())
                    .forEach(member ->
                            known.putIfAbsent(member.getKey(), member.getValue().getAsString()));
        }
    }
}
