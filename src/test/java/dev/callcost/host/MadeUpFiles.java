package dev.callcost.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files as a kernel could show them. */
record MadeUpFiles(Path root) {

    /** Adds a file, with a line feed at its end as the kernel has it. */
    MadeUpFiles with(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
        return this;
    }

    KernelFiles files() {
        return new KernelFiles(root);
    }
}
