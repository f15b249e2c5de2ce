package dev.callcost.cli;

import dev.callcost.host.Versions;
import dev.callcost.text.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** Ends a command that failed by a fault of this program: with one line, and the stack trace in a file. */
final class Fault {
    static final int EXIT_CODE = 70;

    private static final int LONGEST = 500;
    private static final int MIB = 1 << 20;

    private Fault() {}

    /** Prints the line, and returns the exit code. The trace is printed where no file can take it. */
    static int end(Throwable failure) {
        if (Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(OutOfMemoryError.class::isInstance)) {
            System.err.println("out of memory: the heap has "
                    + Runtime.getRuntime().maxMemory() / MIB + " MiB; java -Xmx1g -jar ... gives more");
            return EXIT_CODE;
        }
        String trace = "callcost " + Versions.suite() + ", commit " + Versions.commit() + ", "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + "\n"
                + trace(failure);
        String line = "callcost has a fault: " + Visible.line(String.valueOf(failure), LONGEST);
        try {
            Path log = Files.createTempFile("callcost-fault-", ".log");
            Files.writeString(log, trace);
            System.err.println(line + " (please report it with " + log + ")");
        } catch (IOException e) {
            System.err.println(line + "\n" + trace);
        }
        return EXIT_CODE;
    }

    private static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }
}
