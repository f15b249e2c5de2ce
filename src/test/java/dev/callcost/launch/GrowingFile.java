package dev.callcost.launch;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A file that another process appends to. */
public final class GrowingFile {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private GrowingFile() {}

    /** Waits until it has so many lines; its folder is there. */
    public static void awaitLines(Path file, int lines) throws IOException, InterruptedException {
        Path folder = file.getParent();
        try (WatchService changes = folder.getFileSystem().newWatchService()) {
            folder.register(changes, ENTRY_CREATE, ENTRY_MODIFY);
            while (!Files.exists(file) || Files.readAllLines(file).size() < lines) {
                WatchKey change = changes.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(change).as("%s lines within %s", lines, PATIENCE).isNotNull();
                change.pollEvents();
                change.reset();
            }
        }
    }
}
