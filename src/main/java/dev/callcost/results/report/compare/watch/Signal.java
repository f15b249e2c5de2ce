package dev.callcost.results.report.compare.watch;

import com.google.gson.JsonObject;
import dev.callcost.results.report.format.Numbers;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** What a machine is watched by during a pair. The more, the worse. */
enum Signal {
    /** The time of the canary's loop before one fork and before the other, or after the warm-up of both, the longer over the shorter. */
    LOOP("canary's loop, ratio", "kernelRatio", machine -> ratio(machine, "kernelNanos"), Numbers::significant),

    /** The time of the canary's wake-up, likewise. */
    WAKE_UP("canary's wake-up, ratio", "wakeUpRatio", machine -> ratio(machine, "wakeUpNanos"), Numbers::significant),

    /** The share of the CPUs' time that the hypervisor kept. */
    STEAL("steal", "stealShare", machine -> number(machine, "stealShare"), Numbers::percent),

    /** How much too long the host slept at worst, in nanoseconds. */
    HICCUP("worst hiccup", "hiccupNanos", machine -> number(machine, "worstHiccupNanos"), Numbers::plainTime);

    private final String label;
    private final String threshold;
    private final ToDoubleFunction<JsonObject> value;
    private final DoubleFunction<String> text;

    Signal(String label, String threshold, ToDoubleFunction<JsonObject> value, DoubleFunction<String> text) {
        this.label = label;
        this.threshold = threshold;
        this.value = value;
        this.text = text;
    }

    /** What it is called in tables. */
    String label() {
        return label;
    }

    /** The name of its threshold in a session's first line. */
    String threshold() {
        return threshold;
    }

    /**
     * Its value.
     *
     * @param machine what stands beside a pair
     * @throws RuntimeException when a part is missing or of the wrong kind
     */
    double of(JsonObject machine) {
        return value.applyAsDouble(machine);
    }

    /** A value as a table has it. */
    String text(double value) {
        return text.apply(value);
    }

    private static double ratio(JsonObject machine, String name) {
        double before = number(machine, name + "Before");
        double between = number(machine, name + "Between");
        return Math.max(before, between) / Math.max(1, Math.min(before, between));
    }

    private static double number(JsonObject machine, String name) {
        return machine.get(name).getAsDouble();
    }
}
