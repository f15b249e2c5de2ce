package dev.callcost.cli;

import dev.callcost.text.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The jars that a verb measures. */
final class Jars {
    private Jars() {}

    /**
     * Sees to it that a jar is one, before its benchmarks are read.
     *
     * @param jar the one that was named, or what this was started from
     * @param verb whose options are at fault
     * @param options those that name another
     * @return the jar
     * @throws CommandException (usage) when this was started from a folder of classes and no jar is named; (bad file) when there is none
     */
    static Path checked(Path jar, String verb, String options) {
        if (Files.isDirectory(jar)) {
            throw CommandException.usage(verb + ": this was not started from a jar: name " + options);
        }
        if (!Files.isRegularFile(jar)) {
            throw CommandException.badFile(jar + ": no such jar");
        }
        return jar;
    }
}
