package dev.callcost.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of others, run to its end. */
public final class Program {
    public static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final long PATIENCE_SECONDS = 900;

    private Program() {}

    /** What a process that has ended left behind. */
    public record Ended(int exitCode, String out, String err) {}

    /** Runs a JVM like this one. */
    public static Ended java(Path directory, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(words);
        command.add(0, JAVA);
        return run(directory, command);
    }

    /**
     * Runs a program.
     *
     * @throws IOException when there is none of that name
     */
    public static Ended run(Path directory, List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("program", ".out");
        Path err = Files.createTempFile("program", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new AssertionError(command + " does not end:\n" + Files.readString(out) + Files.readString(err));
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
