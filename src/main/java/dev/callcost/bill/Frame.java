package dev.callcost.bill;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The code of a frame.
 *
 * @param isJava whether it is Java code with a package, a class and a method
 * @param names its package, its outermost class and its method; class and method alone for the JDK, and the function alone for native code
 */
record Frame(boolean isJava, boolean isJdk, List<Name> names) {
    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

    /** Package, class and method. The class of a lambda or a method handle has an address, which differs from fork to fork. */
    private static final Pattern JAVA =
            Pattern.compile("((?:[a-z_]\\w*\\.)*[a-z_]\\w*)\\.([A-Z$_][\\w$]*)[./](?:0x\\p{XDigit}+[./])?(.+)");

    /** The number that a library's file has after netty unpacked it, another one in each fork. */
    private static final Pattern UNPACKED = Pattern.compile("(x86_64|aarch_64)?\\d{9,}\\.so( \\(deleted\\))?$");

    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda).*");
    private static final Pattern NESTED = Pattern.compile("(?<=\\w)\\$.*");

    /** The domain in a package's name, such as {@code com.google}, has two parts. */
    private static final Pattern DOMAIN = Pattern.compile("^[^.]+\\.[^.]+\\.(?=.)");

    /** A name of code, with its package and for a table. */
    record Name(String full, String label) {}

    /** Reads a frame in a profiler's spelling, such as {@code java.util.HashMap$Node.hashCode} or {@code Parker::park}. */
    static Frame of(String text) {
        Matcher java = JAVA.matcher(text);
        if (!java.matches()) {
            String name = UNPACKED.matcher(text).replaceFirst("$1.so");
            return new Frame(false, false, List.of(new Name(name, name)));
        }
        boolean isJdk = JDK.matcher(text).matches();
        String type = LAMBDA.matcher(java.group(2)).replaceFirst("$1");
        String method = type + "." + java.group(3);
        String outer = NESTED.matcher(type).replaceFirst("");
        String inPackage = java.group(1) + ".";
        Stream<Name> names = Stream.of(
                new Name(java.group(1), DOMAIN.matcher(java.group(1)).replaceFirst("")),
                new Name(inPackage + outer, outer),
                new Name(inPackage + method, method));
        return new Frame(true, isJdk, names.skip(isJdk ? 1 : 0).toList());
    }
}
