package dev.callcost.compare;

import dev.callcost.work.WorkDelta;
import dev.callcost.work.WorkDelta.CallWork;
import dev.callcost.work.WorkDelta.JdkDelta;
import dev.callcost.work.WorkDelta.JdkWork;
import dev.callcost.work.WorkDelta.MethodDelta;
import dev.callcost.work.WorkDelta.Spread;
import dev.callcost.work.WorkDelta.WorkCounter;
import dev.callcost.work.WorkDelta.WorkKind;
import java.util.List;

/** Counts of a row whose base executes 10,000 bytecodes per call. */
public final class MadeUpWork {
    private static final double BYTECODES = 10_000;
    private static final double BYTES = 64;
    private static final double CALLS_OF_JDK = 2;

    private MadeUpWork() {}

    private static WorkDelta of(
            WorkKind kind, int bytecodes, int bytes, List<JdkDelta> jdk, JdkWork jdkWork, Spread chance) {
        return new WorkDelta(
                kind,
                new WorkCounter(1, jdkWork == null ? "application" : "all", List.of("17.0.1"), 512),
                side(0, 0),
                side(bytecodes, bytes),
                bytecodes == 0 ? List.of() : List.of(new MethodDelta("a.Text$Loop.run", bytecodes, 0)),
                jdk,
                jdkWork,
                chance,
                List.of(),
                List.of(),
                null);
    }

    private static CallWork side(int bytecodes, int bytes) {
        return new CallWork(BYTECODES + bytecodes, 3, 0, CALLS_OF_JDK, 1, BYTES + bytes, 0);
    }

    public static WorkDelta same() {
        return of(WorkKind.SAME, 0, 0, List.of(), null, null);
    }

    /** All bytecodes in one method. */
    public static WorkDelta more(int bytecodes, int bytes) {
        return of(bytecodes < 0 ? WorkKind.LESS : WorkKind.MORE, bytecodes, bytes, List.of(), null, null);
    }

    /** Fewer bytecodes and more calls of the JDK. */
    public static WorkDelta mixed() {
        return of(
                WorkKind.MIXED,
                -500,
                96,
                List.of(new JdkDelta("IntStream.range", 1), new JdkDelta("IntStream.sum", 1)),
                null,
                null);
    }

    /** Eight bytecodes of the application and 62 of the JDK. */
    public static WorkDelta withJdk() {
        JdkWork jdk = new JdkWork(400, 462, List.of(new MethodDelta("java.util.HashMap.getNode", 62, 1)));
        return of(WorkKind.MORE, 8, 0, List.of(), jdk, null);
    }

    /** More of threads that do not call the benchmark, from class files of two releases of Java. */
    public static WorkDelta ofOtherThreads(int bytecodes) {
        WorkDelta same = same();
        CallWork head = new CallWork(BYTECODES, 3, 0, CALLS_OF_JDK, 1, BYTES, bytecodes);
        return new WorkDelta(
                WorkKind.MORE,
                same.counted(),
                same.base(),
                head,
                List.of(),
                List.of(),
                null,
                null,
                List.of(),
                List.of(17, 25),
                null);
    }

    public static WorkDelta chance() {
        return of(WorkKind.CHANCE, 40, 0, List.of(), null, new Spread(-0.004, 0.004));
    }

    public static WorkDelta growing() {
        return of(WorkKind.GROWING, 40, 0, List.of(), null, null);
    }
}
