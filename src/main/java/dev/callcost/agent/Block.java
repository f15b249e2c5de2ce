package dev.callcost.agent;

import java.util.List;

/**
 * What a basic block does whenever it runs: instructions that run in a row and are entered only at the first.
 *
 * @param method its method as {@code package.Class.method}, without descriptor
 * @param bytecodes how many instructions it has
 * @param objects how many of them create an object or an array
 * @param isEntry whether the method begins with it
 * @param isLoop whether a jump from a later instruction leads to it
 * @param isOfJdk whether its class is of the JDK
 * @param jdkCalls the methods of the JDK that it calls, as {@code Class.method}; none where it is of the JDK
 */
public record Block(
        String method,
        int bytecodes,
        int objects,
        boolean isEntry,
        boolean isLoop,
        boolean isOfJdk,
        List<String> jdkCalls) {}
