package dev.callcost.work;

import java.util.List;

/**
 * What the JDK's own classes do in a call of the benchmark. What of them does not count is in the manual, and calls of
 * such methods are counted by name.
 *
 * @param base bytecodes per call
 * @param head bytecodes per call
 * @param methods whose bytecodes or calls differ, the largest difference first, and not more than a few
 */
public record JdkWork(double base, double head, List<WorkDelta.MethodDelta> methods) {
    public JdkWork {
        methods = List.copyOf(methods);
    }
}
