package dev.callcost.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    static Number call(OneCall call) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OwnJvm.class.getName(),
                call.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> output = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", output)).isZero();
        String result = output.stream()
                .filter(line -> line.startsWith(RESULT))
                .map(line -> line.substring(RESULT.length()))
                .findFirst()
                .orElseThrow();
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
