package dev.callcost.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A JDK 25 in a folder beside the JDK that runs the tests. */
final class OtherJdk {
    private OtherJdk() {}

    /** Its {@code java}, when there is one. */
    static Optional<Path> find() throws IOException {
        Path home = Path.of(System.getProperty("java.home")).toRealPath();
        try (Stream<Path> siblings = Files.list(Objects.requireNonNull(home.getParent()))) {
            return siblings.filter(jdk -> jdk.getFileName().toString().contains("25"))
                    .map(jdk -> jdk.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }
}
