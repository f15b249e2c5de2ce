package dev.callcost.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What the operations of a window did, all threads of the benchmark together. An operation is a call of the benchmark's
 * method, whatever its operations per invocation.
 *
 * @param operations how many calls these are
 * @param bytes that these threads allocated meanwhile
 * @param otherThreads bytecodes that all other threads executed meanwhile
 * @param methods of the application by their names
 * @param jdkMethods those of the JDK; none where its classes do not count
 * @param jdkCalls how often the application called methods of the JDK whose own work does not count, by their names
 * @param countedCalls how often it called methods of the JDK that count themselves; none where its classes do not
 */
public record WorkCount(
        long operations,
        long bytes,
        long otherThreads,
        SortedMap<String, MethodWork> methods,
        SortedMap<String, MethodWork> jdkMethods,
        SortedMap<String, Long> jdkCalls,
        SortedMap<String, Long> countedCalls) {
    private static final String WINDOW = "window";
    private static final String METHOD = "method";
    private static final String JDK_METHOD = "jdkMethod";
    private static final String JDK = "jdk";
    private static final String COUNTED = "jdkCounted";

    /**
     * A basic block: instructions that run one after the other and are entered at the first alone. It does the same
     * whenever it runs.
     *
     * @param method its method as {@code package.Class.method}, without descriptor
     * @param bytecodes how many instructions it has
     * @param objects how many of them create an object or an array
     * @param isEntry whether the method begins with it
     * @param isLoop whether a jump from a later instruction leads to it
     * @param isOfJdk whether its class is of the JDK
     * @param jdkCalls the methods of the JDK that it calls, as {@code Class.method}; none where it is of the JDK
     */
    public record Block(
            String method,
            int bytecodes,
            int objects,
            boolean isEntry,
            boolean isLoop,
            boolean isOfJdk,
            List<String> jdkCalls) {}

    /** What a method did itself: what it calls has its own. */
    public record MethodWork(long bytecodes, long calls, long loops, long objects) {
        public static final MethodWork NONE = new MethodWork(0, 0, 0, 0);

        public MethodWork plus(MethodWork other) {
            return new MethodWork(
                    bytecodes + other.bytecodes, calls + other.calls, loops + other.loops, objects + other.objects);
        }

        MethodWork plus(Block block, long times) {
            return new MethodWork(
                    bytecodes + times * block.bytecodes(),
                    calls + (block.isEntry() ? times : 0),
                    loops + (block.isLoop() ? times : 0),
                    objects + times * block.objects());
        }
    }

    static WorkCount of(long operations, long bytes, long otherThreads) {
        return new WorkCount(
                operations, bytes, otherThreads, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }

    void add(Block block, long times) {
        (block.isOfJdk() ? jdkMethods : methods)
                .merge(block.method(), MethodWork.NONE.plus(block, times), (before, more) -> before.plus(block, times));
        block.jdkCalls().forEach(call -> jdkCalls.merge(call, times, Long::sum));
    }

    /** Parts the calls of the JDK's methods that count themselves from all others. */
    void partCalls(Set<String> uncounted) {
        countedCalls.putAll(jdkCalls);
        countedCalls.keySet().removeAll(uncounted);
        jdkCalls.keySet().retainAll(uncounted);
    }

    /** The same operations as they count where the JDK's classes do not. */
    public WorkCount ofApplication() {
        SortedMap<String, Long> calls = new TreeMap<>(jdkCalls);
        calls.putAll(countedCalls);
        return new WorkCount(operations, bytes, otherThreads, methods, new TreeMap<>(), calls, new TreeMap<>());
    }

    private long sum(ToLongFunction<MethodWork> part) {
        return methods.values().stream().mapToLong(part).sum();
    }

    public long bytecodes() {
        return sum(MethodWork::bytecodes);
    }

    /** Bytecodes of the JDK's classes. */
    public long jdkBytecodes() {
        return jdkMethods.values().stream().mapToLong(MethodWork::bytecodes).sum();
    }

    /** Calls of counted methods. */
    public long calls() {
        return sum(MethodWork::calls);
    }

    /** How often the heads of loops ran. */
    public long loops() {
        return sum(MethodWork::loops);
    }

    /** Objects and arrays that counted methods created. */
    public long objects() {
        return sum(MethodWork::objects);
    }

    public long allJdkCalls() {
        return jdkCalls.values().stream().mapToLong(it -> it).sum();
    }

    /** A total of the window for each operation. */
    public double perCall(long total) {
        return (double) total / operations;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line(WINDOW, operations, bytes, otherThreads));
        methods.forEach((name, work) -> lines.add(line(METHOD, name, work)));
        jdkMethods.forEach((name, work) -> lines.add(line(JDK_METHOD, name, work)));
        jdkCalls.forEach((name, calls) -> lines.add(line(JDK, name, calls)));
        countedCalls.forEach((name, calls) -> lines.add(line(COUNTED, name, calls)));
        return lines;
    }

    private static String line(String kind, String name, MethodWork work) {
        return line(kind, name, work.bytecodes, work.calls, work.loops, work.objects);
    }

    private static String line(Object... words) {
        List<String> texts = new ArrayList<>();
        for (Object word : words) {
            texts.add(word.toString());
        }
        return String.join("\t", texts);
    }

    /** The windows that {@link WorkReader} wrote, each as its lines; other lines are left out. */
    public static List<WorkCount> read(List<String> lines) {
        List<WorkCount> windows = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split("\t");
            switch (words[0]) {
                case WINDOW -> windows.add(of(number(words, 1), number(words, 2), number(words, 3)));
                case METHOD -> last(windows).methods.put(words[1], method(words));
                case JDK_METHOD -> last(windows).jdkMethods.put(words[1], method(words));
                case JDK -> last(windows).jdkCalls.put(words[1], number(words, 2));
                case COUNTED -> last(windows).countedCalls.put(words[1], number(words, 2));
                default -> {}
            }
        }
        return windows;
    }

    private static MethodWork method(String[] words) {
        return new MethodWork(number(words, 2), number(words, 3), number(words, 4), number(words, 5));
    }

    private static WorkCount last(List<WorkCount> windows) {
        return windows.get(windows.size() - 1);
    }

    private static long number(String[] words, int at) {
        return Long.parseLong(words[at]);
    }
}
