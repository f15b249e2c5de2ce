package dev.callcost.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A text file that means something line by line. Empty lines and those that begin with # mean nothing. */
public final class TextLines {
    private TextLines() {}

    /**
     * @param reader takes a line without the blanks around it, and its number; throws an IllegalArgumentException that says what is wrong with it
     * @throws BadFileException when the file is unreadable, or a line is wrong
     */
    public static <T> List<T> read(Path file, BiFunction<String, Integer, T> reader) {
        List<T> all = new ArrayList<>();
        int number = 0;
        try {
            for (String whole : Files.readAllLines(file)) {
                number++;
                String line = whole.strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    all.add(reader.apply(line, number));
                }
            }
            return all;
        } catch (IllegalArgumentException e) {
            throw new BadFileException(file, "line " + number + ": " + e.getMessage());
        } catch (IOException e) {
            throw new BadFileException(file, e);
        }
    }
}
