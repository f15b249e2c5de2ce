package dev.callcost.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where a verb writes when the user names no place. */
public final class LocalFolder {
    private LocalFolder() {}

    /**
     * A folder named after the time it is.
     *
     * @param prefix of the name
     */
    public static Path now(String prefix) {
        return Path.of(
                "results",
                "local",
                prefix
                        + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT)
                                .format(LocalDateTime.now()));
    }
}
