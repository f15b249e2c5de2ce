package dev.callcost.launch;

import java.nio.file.Path;

/**
 * A jar of base and the jar of head that belong together.
 *
 * @param name the module's folder or the jar's name without its version; empty where there is one pair
 */
public record JarPair(String name, Path base, Path head) {}
