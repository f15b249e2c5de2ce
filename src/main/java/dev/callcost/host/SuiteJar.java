package dev.callcost.host;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The jar that runs. */
public final class SuiteJar {
    private SuiteJar() {}

    /** The jar that this class comes from, or the folder with its classes, as a test has them. */
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
