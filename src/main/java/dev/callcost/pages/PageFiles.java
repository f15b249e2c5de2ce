package dev.callcost.pages;

import dev.callcost.file.SafeFile;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files of a page, by their names. A name may begin with the name of a folder.
 *
 * @param texts what is in them
 * @param flames the labels of those that are flame graphs
 */
public record PageFiles(Map<String, String> texts, Map<String, String> flames) {
    /** The folder of flame graphs next to a page. */
    public static final String FLAMES = "flames";

    /** Of a file, without its ending; file systems allow 255 bytes. */
    private static final int LONGEST_NAME = 200;

    PageFiles() {
        this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    /** Numbers those that come after the first of a name, and returns the file's name. */
    String add(String name, String ending, String text) {
        String file = name + ending;
        for (int n = 2; texts.containsKey(file); n++) {
            file = name + "-" + n + ending;
        }
        texts.put(file, text);
        return file;
    }

    /** @param graphs pages by their labels */
    void addFlames(Map<String, String> graphs) {
        graphs.forEach((label, html) -> flames.put(add(flame(label), ".html", html), label));
    }

    /** The file of a flame graph with a label, without its ending. */
    static String flame(String label) {
        String name = label.replaceAll("[^\\w.=-]+", "-");
        return FLAMES + "/" + name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    /** @throws CommandException (bad file) when one cannot be written */
    public void write(Path folder) {
        texts.forEach((name, text) -> {
            Path file = folder.resolve(name);
            try {
                Files.createDirectories(file.getParent());
            } catch (IOException e) {
                throw CommandException.badFile("cannot create " + file.getParent() + ": " + e.getMessage());
            }
            SafeFile.write(file, out -> out.print(text));
        });
    }

    /** Writes flame graphs, by their labels, to a folder in a folder. */
    public static void writeFlames(Path folder, Map<String, String> graphs) {
        PageFiles files = new PageFiles();
        files.addFlames(graphs);
        files.write(folder);
    }
}
