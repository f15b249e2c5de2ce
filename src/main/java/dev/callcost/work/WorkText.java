package dev.callcost.work;

import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.work.WorkDelta.JdkDelta;
import dev.callcost.work.WorkDelta.MethodDelta;
import dev.callcost.work.WorkDelta.WorkKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A row's work in words, which say nothing about time: the JIT may remove what a method does more. */
public final class WorkText {
    private static final double NANO = 1e-9;

    private static final int LIMIT_DIGITS = 3;

    private WorkText() {}

    /** The cell of a table for the work: {@code same}, {@code +0.03%}, {@code chance -0.43..+1.03%}. */
    public static String work(WorkDelta delta) {
        return switch (delta.kind()) {
            case SAME -> "same";
            case MORE, LESS -> delta.share() == 0 ? "same" : share(delta);
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

    /** {@code executes 4 bytecodes more per call (...), all of them in Text.run}; empty where head executes as many. */
    public static Optional<String> bytecodes(WorkDelta delta) {
        double own = delta.bytecodes();
        double jdk = delta.jdkBytecodes();
        if (own == 0 && jdk == 0) {
            return Optional.empty();
        }
        double before = delta.allBytecodes(delta.base());
        String values = " (" + fromTo(delta) + (before == 0 ? "" : ", " + percent((own + jdk) / before)) + ")";
        String first = firstMethod(delta.methods(), own);
        String sentence;
        if (jdk == 0) {
            sentence = bytecodes(own) + " per call" + values + first;
        } else if (own == 0) {
            sentence = "as many bytecodes per call in the application, and " + change(jdk) + " in the JDK" + values
                    + firstOfJdk(delta);
        } else {
            sentence = bytecodes(own) + " per call in the application" + first + ", and " + change(jdk) + " in the JDK"
                    + firstOfJdk(delta) + ": "
                    + (own + jdk == 0 ? "as many in all" : change(own + jdk) + " in all" + values);
        }
        return Optional.of("executes " + sentence);
    }

    private static String firstOfJdk(WorkDelta delta) {
        return firstMethod(delta.jdkWork().methods(), delta.jdkBytecodes());
    }

    private static String change(double more) {
        return number(more) + " " + direction(more);
    }

    private static String bytecodes(double more) {
        return number(more) + (Math.abs(more) == 1 ? " bytecode " : " bytecodes ") + direction(more);
    }

    /** {@code its other threads execute 4 bytecodes more per call}; empty where they execute as many. */
    public static Optional<String> otherThreads(WorkDelta delta) {
        return delta.otherThreads() == 0
                ? Optional.empty()
                : Optional.of("its other threads execute " + bytecodes(delta.otherThreads()) + " per call");
    }

    /** That compilers explain some of a difference; empty where both sides have class files of the same releases. */
    public static Optional<String> releases(WorkDelta delta) {
        return delta.releases().isEmpty() || !delta.isOther()
                ? Optional.empty()
                : Optional.of("class files of Java "
                        + delta.releases().stream().map(String::valueOf).collect(Collectors.joining(" and "))
                        + (delta.releases().size() == 1 ? " on one side alone" : "")
                        + ": compilers make other code of some constructs");
    }

    /** What head allocates more or less; empty where it allocates as much. */
    public static Optional<String> bytes(WorkDelta delta) {
        return delta.bytes() == 0
                ? Optional.empty()
                : Optional.of("allocates " + number(delta.bytes()) + " bytes " + direction(delta.bytes())
                        + " per call, before the JIT removes what it can"
                        + (delta.isOfOneJdk() ? "" : ", with another JDK"));
    }

    /** Which calls of the JDK changed, in one sentence; empty where none did. */
    public static Optional<String> jdkCalls(WorkDelta delta) {
        int more = delta.jdk().size() - 1;
        return delta.jdk().stream()
                .findFirst()
                .map(first -> call(first)
                        + (more > 0 ? ", and " + Sections.count(more, "more method") + " of the JDK" : "")
                        + ": their work is not counted");
    }

    static String call(JdkDelta call) {
        return "calls " + call.name() + " " + times(call);
    }

    /** {@code 13,975 -> 13,979}. */
    public static String fromTo(WorkDelta delta) {
        return number(delta.allBytecodes(delta.base())) + " -> " + number(delta.allBytecodes(delta.head()));
    }

    /** How many rows do what: {@code 30 do the same work, 5 do more work, 1 differs by chance}. */
    public static String summary(Collection<WorkDelta> rows) {
        Map<WorkKind, Long> kinds = rows.stream()
                .collect(Collectors.groupingBy(
                        WorkDelta::kind, () -> new EnumMap<>(WorkKind.class), Collectors.counting()));
        return kinds.entrySet().stream()
                .map(kind -> kind.getValue() + " " + summary(kind.getKey(), kind.getValue() == 1))
                .collect(Collectors.joining(", "));
    }

    private static String summary(WorkKind kind, boolean isOne) {
        String does = isOne ? "does " : "do ";
        return switch (kind) {
            case SAME -> does + "the same work";
            case MORE -> does + "more work";
            case LESS -> does + "less work";
            case MIXED -> does + "more of some work and less of other";
            case CHANCE -> (isOne ? "differs" : "differ") + " by chance";
            case GROWING -> does + "growing work";
            case NOT_COUNTED -> "could not be counted";
        };
    }

    private static String firstMethod(List<MethodDelta> methods, double bytecodes) {
        if (methods.isEmpty()) {
            return "";
        }
        MethodDelta first = methods.get(0);
        String part = Math.abs(first.bytecodes() - bytecodes) < NANO
                ? "all of them"
                : sign(first.bytecodes()) + number(first.bytecodes());
        return ", " + part + " in " + shortName(first.name());
    }

    /** A method with the simple name of its class. */
    public static String shortName(String method) {
        int dot = method.lastIndexOf('.', Math.max(0, method.lastIndexOf('.') - 1));
        return method.substring(dot + 1).replace('$', '.');
    }

    private static String direction(double more) {
        return more > 0 ? "more" : "less";
    }

    private static String times(JdkDelta call) {
        String direction = direction(call.calls());
        return Math.abs(call.calls()) == 1
                ? "once " + direction + " per call"
                : number(call.calls()) + " times " + direction + " per call";
    }

    /** How much more bytecodes head executes: {@code +0.03%}. */
    public static String share(WorkDelta delta) {
        return percent(delta.share());
    }

    /** A share as a user names it: {@code 1%}. */
    public static String limit(double share) {
        return new BigDecimal(100 * share, new MathContext(LIMIT_DIGITS))
                        .stripTrailingZeros()
                        .toPlainString()
                + "%";
    }

    static String spread(WorkDelta delta) {
        String low = percent(delta.chance().low());
        String high = percent(delta.chance().high());
        return low.equals(high) ? high : low.substring(0, low.length() - 1) + ".." + high;
    }

    private static String percent(double share) {
        return sign(share) + Numbers.significant(Math.abs(100 * share)) + "%";
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
