package dev.callcost.host;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The running jar. */
public final class SuiteJar {
    private SuiteJar() {}

    /** The jar that contains this class; in tests the folder with the classes. */
    public static Path path() {
        try {
            return Path.of(SuiteJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
