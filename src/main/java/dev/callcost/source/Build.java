package dev.callcost.source;

import dev.callcost.text.CommandException;
import dev.callcost.text.Numbers;
import dev.callcost.text.Progress;
import dev.callcost.text.Visible;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The user's build.
 *
 * @param command for {@code sh -ec}, on Windows for {@code cmd /c}
 */
record Build(String command, OwnProcesses processes) {
    private static final int TAIL_LINES = 20;
    private static final int TAIL_BYTES = 1 << 16;
    private static final int LONGEST = 500;

    /** Colours and other escape sequences of ECMA-48. */
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

    /**
     * Builds in a folder, and shows for how long.
     *
     * @param side such as {@code base 3f2a91c}
     * @param output a file for what the build prints
     * @return how long it took
     * @throws CommandException (failed build) with the last lines of the output
     */
    Duration run(String side, Path folder, Path output, Progress progress) {
        String line = "building " + side + ": " + Visible.line(command, LONGEST);
        progress.log(line);
        long start = System.nanoTime();
        progress.watch(() -> line + ", " + Numbers.duration(System.nanoTime() - start));
        int exitCode;
        try {
            ProcessBuilder builder = new ProcessBuilder(shell()).directory(folder.toFile());
            Git.forget(builder.environment());
            exitCode = processes.run(builder, output);
        } catch (IOException e) {
            throw CommandException.build("the build of " + side + " cannot be started: " + e.getMessage());
        } finally {
            progress.end();
        }
        if (exitCode != 0) {
            throw CommandException.build("the build of " + side + " fails with exit code " + exitCode + ": "
                    + Visible.line(command, LONGEST) + tail(output, TAIL_LINES));
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private List<String> shell() {
        return File.separatorChar == '\\' ? List.of("cmd", "/c", command) : List.of("sh", "-ec", command);
    }

    /** The last lines of a file, each after a line feed and two blanks. */
    static String tail(Path file, int most) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            bytes.seek(Math.max(0, bytes.length() - TAIL_BYTES));
            byte[] end = new byte[(int) (bytes.length() - bytes.getFilePointer())];
            bytes.readFully(end);
            String text =
                    ESCAPES.matcher(new String(end, StandardCharsets.UTF_8)).replaceAll("");
            List<String> lines = text.lines().filter(it -> !it.isBlank()).toList();
            return lines.subList(Math.max(0, lines.size() - most), lines.size()).stream()
                    .map(it -> "\n  " + Visible.line(it, LONGEST))
                    .collect(Collectors.joining());
        } catch (IOException e) {
            return "";
        }
    }
}
