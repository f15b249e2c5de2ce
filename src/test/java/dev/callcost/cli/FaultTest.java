package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import com.google.gson.JsonParser;
import dev.callcost.text.CommandException;
import io.grpc.Metadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

    private static void assertEnds(int exitCode, ThrowingCallable code, String cause) {
        Exception failure = catchException(code);
        for (Exception thrown : List.of(failure, new IllegalStateException("it cannot be read", failure))) {
            Optional<CommandException> end = Fault.ofInput(thrown, "report a.json");
            assertThat(end).as("%s", thrown).isPresent();
            assertThat(end.get().exitCode()).isEqualTo(exitCode);
            assertThat(end.get().getMessage())
                    .startsWith("report a.json: ")
                    .contains(cause)
                    .hasLineCount(1);
        }
    }

    @Test
    void exceptionsOfLibrariesAndParsersAreLinesThatNameTheInput() {
        assertEnds(65, () -> JsonParser.parseString("{\"a\":\n{]"), "MalformedJsonException");
        assertEnds(65, () -> Double.parseDouble("x"), "NumberFormatException: For input string: \"x\"");
        assertEnds(65, () -> Instant.parse("yesterday"), "DateTimeParseException: Text 'yesterday'");
        assertEnds(64, () -> Pattern.compile("["), "PatternSyntaxException");
        assertEnds(1, () -> Metadata.Key.of("a", Metadata.BINARY_BYTE_MARSHALLER), "IllegalArgumentException");
    }

    @Test
    void aFaultOfTheSuiteItselfIsNone() {
        assertThat(Fault.ofInput(new IllegalStateException("not twice"), "")).isEmpty();
        assertThat(Fault.ofInput(
                        catchException(() -> Map.of().entrySet().iterator().next()), ""))
                .isEmpty();
    }
}
