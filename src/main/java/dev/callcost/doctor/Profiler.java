package dev.callcost.doctor;

import dev.callcost.text.PathTails;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * One of JMH's profilers, as it is asked for by {@code -prof}, and what JMH itself says to it here.
 *
 * @param option the text behind {@code -prof}
 * @param refusal why JMH refuses it; null when it works
 */
public record Profiler(String option, String refusal) {
    private static final int LONGEST = 140;

    /** Whether JMH takes it here. */
    public boolean works() {
        return refusal == null;
    }

    /** Asks JMH about those that the suite's documents name, in some three seconds. */
    public static List<Profiler> all() {
        List<Profiler> all = new ArrayList<>(List.of(ask("gc"), ask("jfr"), ask("perfasm")));
        if (!all.get(all.size() - 1).works()) {
            all.add(ask("perfasm:events=cpu-clock"));
        }
        all.add(ask("perfnorm"));
        all.add(ask("async"));
        return all;
    }

    /** Asks JMH about one. */
    static Profiler ask(String option) {
        String[] parts = option.split(":", 2);
        try {
            ProfilerFactory.getProfilerOrException(new ProfilerConfig(parts[0], parts.length == 2 ? parts[1] : ""));
            return new Profiler(option, null);
        } catch (ProfilerException e) {
            return new Profiler(option, shortened(String.valueOf(e.getMessage())));
        }
    }

    private static String shortened(String message) {
        String line = PathTails.cut(message.lines().findFirst().orElse("").replaceAll("^\\[|]$", ""));
        int sentence = line.indexOf(". ");
        String first = sentence < 0 ? line : line.substring(0, sentence + 1);
        return first.length() <= LONGEST ? first : first.substring(0, LONGEST) + "...";
    }
}
