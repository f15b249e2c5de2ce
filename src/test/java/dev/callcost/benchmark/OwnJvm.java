package dev.callcost.benchmark;

import dev.callcost.transport.ChildJvm;
import java.io.IOException;

/**
 * A call in a JVM of its own, as in a fork: the threads that carry virtual threads are the JVM's, keep the CPUs of whoever first needed
 * them, and stay for half a minute.
 */
final class OwnJvm {
    private static final String RESULT = "result of the call: ";
    private static final String LONG = "L";

    private OwnJvm() {}

    /** Whether a call needs one. */
    static boolean isFor(OneCall call) {
        return Runtime.version().feature() >= 21 && call.params().containsValue("VIRTUAL");
    }

    /** Runs a call that returns an int or a long. */
    static Number call(OneCall call) throws IOException {
        String result;
        try (ChildJvm jvm = ChildJvm.start(OwnJvm.class, call.toString())) {
            do {
                result = jvm.readLine();
            } while (!result.startsWith(RESULT));
            jvm.join();
        }
        result = result.substring(RESULT.length());
        if (result.endsWith(LONG)) {
            return Long.valueOf(result.replace(LONG, ""));
        }
        return Integer.valueOf(result);
    }

    /** Runs the call of that name. */
    public static void main(String[] args) throws Exception {
        OneCall call = OneCall.all()
                .filter(candidate -> candidate.toString().equals(args[0]))
                .findFirst()
                .orElseThrow();
        Object result = call.run();
        System.out.println(RESULT + result + (result instanceof Long ? LONG : ""));
        System.exit(0);
    }
}
