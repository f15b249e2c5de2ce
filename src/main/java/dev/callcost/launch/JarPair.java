package dev.callcost.launch;

import java.nio.file.Path;

/**
 * A jar of base and the jar of head that belong together.
 *
 * @param name of the module; empty where there is one
 */
public record JarPair(String name, Path base, Path head) {}
