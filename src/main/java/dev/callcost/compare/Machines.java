package dev.callcost.compare;

import com.google.gson.JsonObject;
import dev.callcost.data.ResultsFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** In what the machines differ on which two files were measured. Two virtual machines of one kind may have different processors. */
final class Machines {
    /** By a few MiB it differs from one start of a machine to the next. */
    private static final String MEMORY = "memory";

    private Machines() {}

    /** A text for each difference: {@code kernel Linux 6.1 / Linux 6.2}; none when a file does not say where it was measured. */
    static List<String> differences(ResultsFile base, ResultsFile head) {
        Map<String, String> before = told(base);
        Map<String, String> after = told(head);
        return before.keySet().stream()
                .filter(name -> after.containsKey(name) && !Objects.equals(before.get(name), after.get(name)))
                .map(name -> name + " " + before.get(name) + " / " + after.get(name))
                .toList();
    }

    /** The machine and the settings of its system, by name. */
    private static Map<String, String> told(ResultsFile file) {
        Map<String, String> told = new LinkedHashMap<>();
        file.environment().ifPresent(environment -> {
            add(told, environment, "machine");
            if (environment.get("device") instanceof JsonObject device) {
                add(told, device, "settings");
            }
        });
        told.remove(MEMORY);
        return told;
    }

    private static void add(Map<String, String> told, JsonObject from, String name) {
        if (from.get(name) instanceof JsonObject members) {
            members.entrySet().stream()
                    .filter(member -> member.getValue().isJsonPrimitive())
                    .forEach(member ->
                            told.putIfAbsent(member.getKey(), member.getValue().getAsString()));
        }
    }
}
