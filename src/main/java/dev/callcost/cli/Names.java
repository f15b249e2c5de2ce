package dev.callcost.cli;

import dev.callcost.text.CommandException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The names that the system gives to this process. */
final class Names {
    /** What the JVM puts in place of bytes that the locale's encoding lacks. */
    private static final String LOST = "\ufffd";

    private Names() {}

    /**
     * @throws CommandException (bad file) when a word or a folder has characters that the locale lacks, so that no file
     *     can be opened by it
     */
    static void check(String... words) {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        if (encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name())) {
            return;
        }
        Stream.concat(Stream.of(words), Stream.of("user.dir", "java.io.tmpdir").map(System::getProperty))
                .filter(name -> name.contains(LOST))
                .findFirst()
                .ifPresent(name -> {
                    throw CommandException.badFile("the locale's encoding " + encoding + " lacks characters of "
                            + name.replace(LOST, "?") + ": run it with LC_ALL=C.UTF-8");
                });
    }
}
