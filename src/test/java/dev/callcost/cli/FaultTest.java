package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FaultTest {
    private static final Pattern LINE = Pattern.compile(
            "callcost has a fault: java.lang.IllegalStateException: planted twice \\(please report it with (.*)\\)\n");

    @Test
    void aFaultOfTheProgramIsALineAndItsTraceIsInAFile() throws IOException {
        Invocation fault = Invocation.captured(() -> Fault.end(new IllegalStateException("planted\ntwice")));
        assertThat(fault.exitCode()).isEqualTo(70);
        Matcher line = LINE.matcher(fault.err());
        assertThat(line.matches()).as(fault.err()).isTrue();
        Path log = Path.of(line.group(1));
        assertThat(log).content().startsWith("callcost ").contains("at dev.callcost.cli.FaultTest.");
        Files.delete(log);
    }

    @Test
    void aHeapThatIsTooSmallIsNamed() {
        Throwable wrapped = new IllegalStateException(new OutOfMemoryError("Java heap space"));
        Invocation fault = Invocation.captured(() -> Fault.end(wrapped));
        assertThat(fault.exitCode()).isEqualTo(70);
        assertThat(fault.err()).startsWith("out of memory: the heap has ").hasLineCount(1);
    }
}
