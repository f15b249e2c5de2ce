package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import com.google.gson.JsonParser;
import dev.callcost.text.CommandException;
import io.grpc.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LibraryFailureTest {
    private static void assertEnds(int exitCode, ThrowingCallable code, String cause) {
        Exception failure = catchException(code);
        for (Exception thrown : List.of(failure, new IllegalStateException("it cannot be read", failure))) {
            Optional<CommandException> end = LibraryFailure.of(thrown, "report a.json");
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
        assertThat(LibraryFailure.of(new IllegalStateException("not twice"), ""))
                .isEmpty();
        assertThat(LibraryFailure.of(
                        catchException(() -> Map.of().entrySet().iterator().next()), ""))
                .isEmpty();
    }
}
