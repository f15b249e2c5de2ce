package dev.callcost.bill;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.launch.ForkOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Forks with what was sampled in their iterations. */
final class Samples {
    private static final Gson GSON = new Gson();

    /** What profilers write behind a thread's name, another in each fork. */
    private static final Pattern THREAD_ID = Pattern.compile(" tid=\\d+]");

    /** The folder of a library whose function has no name: the file's own name is enough, and says nothing of the machine. */
    private static final Pattern FOLDER = Pattern.compile(";/[^;]*/");

    private Samples() {}

    /**
     * Puts together what a fork's agents told.
     *
     * @param measured the fork with its iterations
     * @param samples the sampler's lines, about measured iterations alone
     * @return the members of its line of the log
     * @throws IllegalArgumentException when they do not tell of the same iterations
     */
    static JsonObject line(ForkOutcome.Measured measured, Stream<String> samples) {
        Map<String, Integer> stacks = new LinkedHashMap<>();
        JsonArray events = new JsonArray();
        JsonArray counts = new JsonArray();
        measured.fork().warmUpIterations().forEach(iteration -> {
            events.add("");
            counts.add(new JsonArray());
        });
        int warmUps = events.size();
        samples.forEach(line -> {
            if (line.startsWith(Sampler.BEGIN)) {
                events.add(Sampler.Event.valueOf(line.substring(Sampler.BEGIN.length()))
                        .name());
                counts.add(new JsonArray());
                return;
            }
            int blank = line.lastIndexOf(' ');
            String frames = THREAD_ID.matcher(line.substring(0, blank)).replaceFirst("]");
            frames = FOLDER.matcher(frames).replaceAll(";");
            JsonArray last = counts.get(counts.size() - 1).getAsJsonArray();
            last.add(stacks.computeIfAbsent(frames, it -> stacks.size()));
            last.add(Long.parseLong(line.substring(blank + 1)));
        });
        int recorded = measured.fork().measured().size();
        int sampled = events.size() - warmUps;
        if (recorded == 0 || recorded != sampled) {
            throw new IllegalArgumentException(recorded + " iterations were recorded, and " + sampled + " sampled");
        }
        JsonObject line = measured.line();
        JsonObject iterations = line.getAsJsonObject("iterations");
        iterations.add(Iteration.SAMPLED, events);
        iterations.add(Iteration.SAMPLES, counts);
        line.add("stacks", GSON.toJsonTree(stacks.keySet()));
        return line;
    }

    /** The iterations of a fork in which something was sampled. */
    static List<Iteration> of(Fork fork, Sampler.Event event) {
        return fork.measured().stream()
                .filter(iteration -> iteration.sampled().equals(event.name()))
                .toList();
    }
}
