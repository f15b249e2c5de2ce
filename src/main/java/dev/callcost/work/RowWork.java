package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one fork counted.
 *
 * @param windows operation 1, 2, 3 and 4, 5 to 8 of each thread, and so on
 * @param uncounted classes, and methods too large to count
 * @param releases of Java that the counted class files were compiled for
 */
public record RowWork(List<WorkCount> windows, List<String> uncounted, List<Integer> releases) {
    static RowWork read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return new RowWork(
                WorkCount.read(lines),
                after(WorkReader.UNCOUNTED, lines).toList(),
                after(WorkReader.RELEASE, lines).map(Integer::valueOf).toList());
    }

    /** The same as it counts where the JDK's classes do not. */
    RowWork ofApplication() {
        return new RowWork(
                windows.stream().map(WorkCount::ofApplication).toList(),
                uncountedOfApplication().toList(),
                releases);
    }

    Stream<String> uncountedOfApplication() {
        return uncounted.stream().filter(name -> !MethodBlocks.isJdk(name.replace('.', '/')));
    }

    private static Stream<String> after(String beginning, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()));
    }
}
