package dev.callcost.launch;

import java.util.regex.Pattern;

/**
 * A jar of base and the jar of head that belong together.
 *
 * @param name the module's folder or the jar's name without its version; empty where there is one pair
 */
public record JarPair(String name, JmhJar base, JmhJar head) {
    private static final String ENDING = ".jar";

    /** Has a point or a usual suffix: a single number may be a part of the name. */
    private static final Pattern VERSION = Pattern.compile("-v?\\d+((\\.\\w+)+|(?=-SNAPSHOT))"
            + "(-(?i:snapshot|rc|cr|m|alpha|beta|milestone|dev|pre|ea|final|ga|release)[.\\d]*|-\\d+(?=[-.])"
            + "|-\\d{8}[.\\d-]*|-g?[0-9a-f]{7,40})*(?=-|/|$)");

    /** The path of a jar without its ending and without versions: jars of both sides that belong together share it. */
    public static String withoutVersion(String path) {
        String name = path.endsWith(ENDING) ? path.substring(0, path.length() - ENDING.length()) : path;
        return VERSION.matcher(name).replaceAll("");
    }
}
