package dev.callcost.bill;

import com.google.gson.JsonObject;
import dev.callcost.agent.Sampler;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Row;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import dev.callcost.text.JsonDocument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The samples of a log's forks. Their stacks form one tree, so the log has each frame's name and each beginning of a
 * stack once, in the line of the first fork that has it. A line's {@code frames} are new names, and its {@code stacks}
 * are new nodes, both numbered from 0 over the log. A node is two numbers: its parent, or -1 for a thread, and its
 * frame. A sample names a node.
 */
final class SampleLog {
    private static final String FRAMES = "frames";
    private static final String STACKS = "stacks";

    /** Behind a thread's name, different in each fork. */
    private static final Pattern THREAD_ID = Pattern.compile(" tid=\\d+]");

    /** The folder of a library whose function has no name. The file's own name does not depend on the machine. */
    private static final Pattern FOLDER = Pattern.compile(";/[^;]*/");

    private final Map<String, Integer> frames = new HashMap<>();
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private int loggedNames;
    private int loggedNodes;

    /** The names and the stacks that a line of the log adds. */
    private record Added(List<String> frames, int[] stacks) {}

    /** The end of a stack, or of a beginning of one. */
    private record Node(int parent, int frame) {}

    /**
     * A fork's line of the log with its samples, and with all names and nodes since the last line that was
     * {@link #logged}.
     *
     * @param samples the lines of {@link Sampler}, for measured iterations alone
     * @throws IllegalArgumentException when recorded and sampled iterations differ in number
     */
    JsonObject line(ForkOutcome.Measured measured, Stream<String> samples) {
        int warmUps = measured.fork().warmUpIterations().size();
        List<String> events = new ArrayList<>(Collections.nCopies(warmUps, ""));
        List<List<Number>> counts = new ArrayList<>(Collections.nCopies(warmUps, List.of()));
        samples.forEach(line -> {
            if (line.startsWith(Sampler.BEGIN)) {
                events.add(line.substring(Sampler.BEGIN.length()));
                counts.add(new ArrayList<>());
                return;
            }
            int blank = line.lastIndexOf(' ');
            String stack = THREAD_ID.matcher(line.substring(0, blank)).replaceFirst("]");
            counts.get(counts.size() - 1)
                    .addAll(List.of(
                            node(FOLDER.matcher(stack).replaceAll(";")), Long.parseLong(line.substring(blank + 1))));
        });
        int recorded = measured.fork().measured().size();
        int sampled = events.size() - warmUps;
        if (recorded == 0 || recorded != sampled) {
            throw new IllegalArgumentException(recorded + " iterations were recorded, and " + sampled + " sampled");
        }
        JsonObject line = measured.line();
        JsonObject iterations = line.getAsJsonObject("iterations");
        iterations.add("sampled", JsonDocument.GSON.toJsonTree(events));
        iterations.add("samples", JsonDocument.GSON.toJsonTree(counts));
        line.add(FRAMES, JsonDocument.GSON.toJsonTree(names.subList(loggedNames, names.size())));
        line.add(
                STACKS,
                JsonDocument.GSON.toJsonTree(nodes.subList(loggedNodes, nodes.size()).stream()
                        .flatMap(node -> Stream.of(node.parent, node.frame))
                        .toList()));
        return line;
    }

    /** The last line went into the log, so the next ones need not have its names and nodes. */
    void logged() {
        loggedNames = names.size();
        loggedNodes = nodes.size();
    }

    private int node(String stack) {
        int end = -1;
        for (String name : stack.split(";")) {
            end = number(nodes, numbers, new Node(end, number(names, frames, name)));
        }
        return end;
    }

    private static <T> int number(List<T> elements, Map<T, Integer> numbers, T element) {
        return numbers.computeIfAbsent(element, it -> {
            elements.add(it);
            return elements.size() - 1;
        });
    }

    /** @throws RuntimeException when the next line of a log lacks a part */
    Fork read(String line) {
        Added added = JsonDocument.GSON.fromJson(line, Added.class);
        names.addAll(added.frames);
        for (int i = 0; i < added.stacks.length; i += 2) {
            nodes.add(new Node(added.stacks[i], added.stacks[i + 1]));
        }
        return named(Fork.of(line));
    }

    /** The fork of a row and of a line that {@link #line} returned. */
    Fork fork(Row row, JsonObject line) {
        return named(Fork.of(row, line));
    }

    private Fork named(Fork fork) {
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
}
