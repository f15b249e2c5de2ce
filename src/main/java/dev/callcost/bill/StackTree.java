package dev.callcost.bill;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.data.Iteration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The stacks of a log as one tree, so that each frame's name and each beginning of a stack is written once, with the first fork that has
 * it. A line's {@value #FRAMES} are the names that are new, numbered on from 0 over the log; its {@value #STACKS} are the nodes that are
 * new, numbered likewise, each as its parent's number, -1 for a thread, and its frame's; and its samples name nodes.
 */
final class StackTree {
    private static final Gson GSON = new Gson();
    private static final String FRAMES = "frames";
    private static final String STACKS = "stacks";
    private static final String ITERATIONS = "iterations";

    private final Map<String, Integer> frames = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();

    /** The end of a stack, or of a beginning of one. */
    private record Node(int parent, int frame) {}

    /** A fork's members with its stacks as texts, see {@link Samples#line}, as the log has them. */
    JsonObject packed(JsonObject fork) {
        JsonArray newFrames = new JsonArray();
        JsonArray newNodes = new JsonArray();
        List<Integer> ends = new ArrayList<>();
        for (JsonElement stack : fork.getAsJsonArray(STACKS)) {
            int end = -1;
            for (String name : stack.getAsString().split(";")) {
                int frame = frames.computeIfAbsent(name, it -> {
                    newFrames.add(name);
                    return frames.size();
                });
                Node node = new Node(end, frame);
                if (!numbers.containsKey(node)) {
                    numbers.put(node, numbers.size());
                    newNodes.add(node.parent);
                    newNodes.add(node.frame);
                }
                end = numbers.get(node);
            }
            ends.add(end);
        }
        JsonObject packed = with(fork, newNodes, ends::get);
        packed.add(FRAMES, newFrames);
        return packed;
    }

    /**
     * A fork's members as the log has them, with its stacks as texts. Lines are to come in the order of the log.
     *
     * @throws RuntimeException when the line lacks a part
     */
    JsonObject unpacked(JsonObject line) {
        line.getAsJsonArray(FRAMES).forEach(name -> names.add(name.getAsString()));
        JsonArray numbered = line.getAsJsonArray(STACKS);
        for (int i = 0; i < numbered.size(); i += 2) {
            nodes.add(new Node(numbered.get(i).getAsInt(), numbered.get(i + 1).getAsInt()));
        }
        Map<Integer, Integer> places = new LinkedHashMap<>();
        JsonObject fork = with(line, new JsonArray(), node -> places.computeIfAbsent(node, it -> places.size()));
        fork.add(
                STACKS, GSON.toJsonTree(places.keySet().stream().map(this::text).toList()));
        return fork;
    }

    private String text(int number) {
        Node node = nodes.get(number);
        String frame = names.get(node.frame);
        return node.parent < 0 ? frame : text(node.parent) + ";" + frame;
    }

    private static JsonObject with(JsonObject fork, JsonArray stacks, IntUnaryOperator renumbered) {
        JsonArray samples = new JsonArray();
        for (JsonElement ofIteration : fork.getAsJsonObject(ITERATIONS).getAsJsonArray(Iteration.SAMPLES)) {
            JsonArray pairs = new JsonArray();
            for (JsonElement number : ofIteration.getAsJsonArray()) {
                boolean isStack = pairs.size() % 2 == 0;
                pairs.add(isStack ? renumbered.applyAsInt(number.getAsInt()) : number.getAsLong());
            }
            samples.add(pairs);
        }
        JsonObject iterations = new JsonObject();
        fork.getAsJsonObject(ITERATIONS).asMap().forEach(iterations::add);
        iterations.add(Iteration.SAMPLES, samples);
        JsonObject copy = new JsonObject();
        fork.asMap().forEach(copy::add);
        copy.add(ITERATIONS, iterations);
        copy.add(STACKS, stacks);
        return copy;
    }
}
