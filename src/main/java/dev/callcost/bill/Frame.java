package dev.callcost.bill;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code of a frame.
 *
 * @param isJava whether it is Java code with a package, a class and a method
 * @param inPackage empty for native code
 * @param name package, class and method, or a function
 * @param label without the package
 */
record Frame(boolean isJava, boolean isJdk, String inPackage, String name, String label) {
    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

    /**
     * Package, class and method. The class of a lambda or a method handle has an address, which differs from fork to
     * fork.
     */
    private static final Pattern JAVA =
            Pattern.compile("((?:[a-z_]\\w*\\.)*[a-z_]\\w*)\\.([A-Z$_][\\w$]*)[./](?:0x\\p{XDigit}+[./])?(.+)");

    /** The number that a library's file has after netty unpacked it, another one in each fork. */
    private static final Pattern UNPACKED = Pattern.compile("(x86_64|aarch_64)?\\d{9,}\\.so( \\(deleted\\))?$");

    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda).*");

    /**
     * Reads a frame in a profiler's spelling, such as {@code java.util.HashMap$Node.hashCode} or {@code Parker::park}.
     */
    static Frame of(String text) {
        Matcher java = JAVA.matcher(text);
        if (!java.matches()) {
            String name = UNPACKED.matcher(text).replaceFirst("$1.so");
            return new Frame(false, false, "", name, name);
        }
        String label = LAMBDA.matcher(java.group(2)).replaceFirst("$1") + "." + java.group(3);
        return new Frame(true, JDK.matcher(text).matches(), java.group(1), java.group(1) + "." + label, label);
    }
}
