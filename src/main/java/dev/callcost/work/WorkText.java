package dev.callcost.work;

import dev.callcost.text.Numbers;
import dev.callcost.work.WorkDelta.JdkDelta;
import dev.callcost.work.WorkDelta.MethodDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A row's work in words, which say nothing about time: the JIT may remove what a method does more. */
public final class WorkText {
    /** Further methods of the JDK are only counted. */
    private static final int NAMED = 2;

    private static final double NANO = 1e-9;

    private WorkText() {}

    /** The cell of a table for the work: {@code same}, {@code +0.03 %}, {@code chance -0.43..+1.03 %}. */
    public static String work(WorkDelta delta) {
        return switch (delta.kind()) {
            case SAME -> "same";
            case MORE, LESS -> delta.share() == 0 ? "same" : percent(delta.share());
            case MIXED -> "mixed";
            case CHANCE -> "chance " + spread(delta);
            case GROWING -> "growing";
            case NOT_COUNTED -> "-";
        };
    }

    /** The cell of a table for the bytes that a call allocates more or less: {@code same}, {@code +96 B}. */
    public static String allocation(WorkDelta delta) {
        return switch (delta.kind()) {
            case NOT_COUNTED -> "-";
            case CHANCE -> "chance";
            case GROWING -> "growing";
            default -> delta.bytes() == 0 ? "same" : sign(delta.bytes()) + number(delta.bytes()) + " B";
        };
    }

    /** Sentences without their subject, which is the head of a row. */
    public static List<String> sentences(WorkDelta delta) {
        List<String> sentences = new ArrayList<>();
        switch (delta.kind()) {
            case SAME -> sentences.add("does the same work to the last digit");
            case CHANCE ->
                sentences.add("its work is up to chance (seeds, clock or order of threads): head executes "
                        + spread(delta) + " bytecodes under two chances");
            case GROWING ->
                sentences.add("its work still grows after "
                        + String.format(Locale.ROOT, "%,d", delta.base().operations()) + " calls");
            case NOT_COUNTED -> sentences.add("its work was not counted: " + delta.reason());
            case MORE, LESS, MIXED -> addDifferences(delta, sentences);
        }
        if (!delta.releases().isEmpty() && delta.kind() != WorkKind.SAME) {
            sentences.add("class files of Java "
                    + delta.releases().stream().map(String::valueOf).collect(Collectors.joining(" and "))
                    + (delta.releases().size() == 1 ? " on one side alone" : "")
                    + ": compilers make other code of some constructs");
        }
        if (!delta.uncounted().isEmpty()) {
            sentences.add("not counted: " + String.join(", ", delta.uncounted()));
        }
        return sentences;
    }

    private static void addDifferences(WorkDelta delta, List<String> sentences) {
        if (delta.bytecodes() != 0) {
            double before = delta.base().perCall(delta.base().bytecodes());
            double after = delta.head().perCall(delta.head().bytecodes());
            sentences.add("executes " + number(delta.bytecodes()) + " bytecodes "
                    + (delta.bytecodes() > 0 ? "more" : "less") + " per call (" + number(before) + " -> "
                    + number(after) + (before == 0 ? "" : ", " + percent(delta.bytecodes() / before)) + ")"
                    + firstMethod(delta));
        }
        if (delta.otherThreads() != 0) {
            sentences.add("its other threads execute " + number(delta.otherThreads()) + " bytecodes "
                    + (delta.otherThreads() > 0 ? "more" : "less") + " per call");
        }
        if (delta.bytes() != 0) {
            sentences.add("allocates " + number(delta.bytes()) + " bytes " + (delta.bytes() > 0 ? "more" : "less")
                    + " per call, before the JIT removes what it can");
        }
        List<JdkDelta> calls = delta.jdkCalls();
        calls.stream().limit(NAMED).forEach(call -> sentences.add("calls " + call.name() + " " + times(call)));
        if (!calls.isEmpty()) {
            int more = calls.size() - NAMED;
            sentences.add(
                    (more > 0 ? more + " more calls" : "calls") + " of the JDK changed: their work is not counted");
        }
    }

    private static String firstMethod(WorkDelta delta) {
        List<MethodDelta> methods = delta.methods();
        if (methods.isEmpty()) {
            return "";
        }
        MethodDelta first = methods.get(0);
        String part = Math.abs(first.bytecodes() - delta.bytecodes()) < NANO
                ? "all of them"
                : sign(first.bytecodes()) + number(first.bytecodes());
        return ", " + part + " in " + shortName(first.name());
    }

    /** A method with the simple name of its class. */
    static String shortName(String method) {
        int dot = method.lastIndexOf('.', Math.max(0, method.lastIndexOf('.') - 1));
        return method.substring(dot + 1).replace('$', '.');
    }

    private static String times(JdkDelta call) {
        String direction = call.calls() > 0 ? "more" : "less";
        return Math.abs(call.calls()) == 1
                ? "once " + direction + " per call"
                : number(call.calls()) + " times " + direction + " per call";
    }

    private static String spread(WorkDelta delta) {
        String low = percent(delta.other().low());
        String high = percent(delta.other().high());
        return low.equals(high) ? high : low.substring(0, low.length() - 2) + ".." + high;
    }

    private static String percent(double share) {
        return sign(share) + Numbers.significant(Math.abs(100 * share)) + " %";
    }

    private static String sign(double value) {
        return value > 0 ? "+" : value < 0 ? "-" : "";
    }

    /** Without its sign; whole numbers have all their digits. */
    private static String number(double value) {
        double size = Math.abs(value);
        return size == Math.rint(size) || size >= 1000
                ? String.format(Locale.ROOT, "%,.0f", size)
                : Numbers.significant(size);
    }
}
