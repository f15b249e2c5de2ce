package dev.callcost.bill;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.launch.ForkOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The samples of a log's forks. Their stacks are one tree, so that each frame's name and each beginning of a stack is written once, with the
 * first fork that has it: a line's {@code frames} are the names that are new, numbered on from 0 over the log; its {@code stacks} are the
 * nodes that are new, numbered likewise, each as its parent's number, -1 for a thread, and its frame's; and samples name nodes.
 */
final class Samples {
    private static final String FRAMES = "frames";
    private static final String STACKS = "stacks";

    /** What profilers write behind a thread's name, another in each fork. */
    private static final Pattern THREAD_ID = Pattern.compile(" tid=\\d+]");

    /** The folder of a library whose function has no name: the file's own name is enough, and says nothing of the machine. */
    private static final Pattern FOLDER = Pattern.compile(";/[^;]*/");

    private final Map<String, Integer> frames = new LinkedHashMap<>();
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    /** The end of a stack, or of a beginning of one. */
    private record Node(int parent, int frame) {}

    /**
     * Puts together what a fork's agents told.
     *
     * @param measured the fork with its iterations
     * @param samples the sampler's lines, about measured iterations alone
     * @return the members of its line of the log
     * @throws IllegalArgumentException when they do not tell of the same iterations
     */
    JsonObject line(ForkOutcome.Measured measured, Stream<String> samples) {
        int oldNames = names.size();
        int oldNodes = nodes.size();
        JsonArray events = new JsonArray();
        JsonArray counts = new JsonArray();
        int warmUps = measured.fork().warmUpIterations().size();
        IntStream.range(0, warmUps).forEach(i -> begin("", events, counts));
        samples.forEach(line -> {
            if (line.startsWith(Sampler.BEGIN)) {
                begin(line.substring(Sampler.BEGIN.length()), events, counts);
                return;
            }
            int blank = line.lastIndexOf(' ');
            String stack = THREAD_ID.matcher(line.substring(0, blank)).replaceFirst("]");
            JsonArray last = counts.get(counts.size() - 1).getAsJsonArray();
            last.add(node(FOLDER.matcher(stack).replaceAll(";")));
            last.add(Long.parseLong(line.substring(blank + 1)));
        });
        int recorded = measured.fork().measured().size();
        int sampled = events.size() - warmUps;
        if (recorded == 0 || recorded != sampled) {
            throw new IllegalArgumentException(recorded + " iterations were recorded, and " + sampled + " sampled");
        }
        JsonObject line = measured.line();
        JsonObject iterations = line.getAsJsonObject("iterations");
        iterations.add("sampled", events);
        iterations.add("samples", counts);
        JsonArray newNames = new JsonArray();
        names.subList(oldNames, names.size()).forEach(newNames::add);
        line.add(FRAMES, newNames);
        JsonArray newNodes = new JsonArray();
        nodes.subList(oldNodes, nodes.size()).forEach(node -> {
            newNodes.add(node.parent);
            newNodes.add(node.frame);
        });
        line.add(STACKS, newNodes);
        return line;
    }

    private static void begin(String event, JsonArray events, JsonArray counts) {
        events.add(event);
        counts.add(new JsonArray());
    }

    private int node(String stack) {
        int end = -1;
        for (String name : stack.split(";")) {
            int frame = frames.computeIfAbsent(name, it -> {
                names.add(name);
                return names.size() - 1;
            });
            end = numbers.computeIfAbsent(new Node(end, frame), node -> {
                nodes.add(node);
                return nodes.size() - 1;
            });
        }
        return end;
    }

    /**
     * The fork of the next line of a log.
     *
     * @throws RuntimeException when the line lacks a part
     */
    Fork read(JsonObject line) {
        line.getAsJsonArray(FRAMES).forEach(name -> names.add(name.getAsString()));
        JsonArray stacks = line.getAsJsonArray(STACKS);
        for (int i = 0; i < stacks.size(); i += 2) {
            nodes.add(new Node(stacks.get(i).getAsInt(), stacks.get(i + 1).getAsInt()));
        }
        return fork(line);
    }

    /** The fork of a line that was made here. */
    Fork fork(JsonObject line) {
        Fork fork = Fork.of(line);
        Map<Integer, String> stacks = new LinkedHashMap<>();
        for (Iteration iteration : fork.measured()) {
            for (int i = 0; i < iteration.samples().length; i += 2) {
                stacks.computeIfAbsent((int) iteration.samples()[i], this::text);
            }
        }
        return fork.withStacks(stacks);
    }

    private String text(int number) {
        Node node = nodes.get(number);
        String frame = names.get(node.frame);
        return node.parent < 0 ? frame : text(node.parent) + ";" + frame;
    }

    /** The iterations of a fork in which something was sampled. */
    static List<Iteration> of(Fork fork, Sampler.Event event) {
        return fork.measured().stream()
                .filter(iteration -> event.name().equals(iteration.sampled()))
                .toList();
    }
}
