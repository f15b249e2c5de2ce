package dev.callcost.work;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What one fork counted.
 *
 * @param windows operation 1, 2, 3 and 4, 5 to 8 of each thread, and so on
 * @param uncounted classes, and methods too large to count
 */
public record RowWork(List<WorkCount> windows, List<String> uncounted) {
    static RowWork read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return new RowWork(
                WorkCount.read(lines),
                lines.stream()
                        .filter(line -> line.startsWith(WorkReader.UNCOUNTED))
                        .map(line -> line.substring(WorkReader.UNCOUNTED.length()))
                        .toList());
    }
}
