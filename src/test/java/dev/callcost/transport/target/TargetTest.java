package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.callcost.transport.target.Stranger.Reflection;
import dev.callcost.transport.target.TargetException.Kind;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of a service that is not this suite's: found, made, checked, and refused with a sentence. */
class TargetTest {
    private static final String HELLO = "stranger.Greeter/SayHello";
    private static final String DELIVER = "stranger.Courier/Deliver";

    private static Stranger stranger;

    @TempDir
    Path folder;

    private final Map<String, String> texts = new HashMap<>();

    @BeforeAll
    static void start() throws IOException {
        stranger = Stranger.start(Reflection.BOTH);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        stranger.close();
    }

    private TargetTest with(String option, Object value) {
        texts.put(option, value.toString());
        return this;
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private TargetOptions options() {
        return new TargetOptions(
                texts.getOrDefault("address", stranger.address()),
                texts.getOrDefault("call", HELLO),
                texts.getOrDefault("request", ""),
                texts.getOrDefault("descriptorSet", ""),
                texts.getOrDefault("metadata", ""),
                texts.getOrDefault("deadline", ""),
                texts.getOrDefault("authority", ""),
                texts.getOrDefault("tls", ""),
                texts.getOrDefault("clientCertificate", ""),
                texts.getOrDefault("expect", ""));
    }

    private String reply() {
        try (Target target = Target.open(options())) {
            target.call();
            return target.reply();
        }
    }

    private void assertRefused(Kind kind, String... parts) {
        TargetException refused = catchThrowableOfType(
                TargetException.class, () -> Target.open(options()).close());
        assertThat(refused).as("%s", options()).isNotNull();
        assertThat(refused).hasMessageContainingAll(parts);
        assertThat(refused.getMessage()).hasLineCount(1);
        assertThat(refused.kind()).isEqualTo(kind);
    }

    private static String descriptorSet() {
        try {
            return Path.of(TargetTest.class
                            .getResource("/stranger/stranger.binpb")
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"V1, server reflection v1", "V1_ALPHA, server reflection v1alpha", "BOTH, server reflection v1"})
    void aServerDescribesItself(Reflection reflection, String descriptors) throws Exception {
        try (Stranger server = Stranger.start(reflection)) {
            with("address", server.address())
                    .with("request", file("hello.json", "{\"name\": \"x\", \"times\": \"2\"}"));
            try (Target target = Target.open(options())) {
                assertThat(target.reply()).isEqualTo("{\"message\":\"Hello x\"}");
                assertThat(target.describe()).isEqualTo(HELLO + " at " + server.address() + ", plaintext");
                assertThat(target.facts())
                        .containsEntry("descriptors", descriptors)
                        .containsEntry("target", HELLO)
                        .containsEntry("remote", server.address())
                        .containsEntry("security", "plaintext")
                        .containsEntry("transport", "NIO")
                        .containsEntry("requestBytes", "5")
                        .containsEntry(
                                "requestSha256", "8f5f5fcb6cd6df1d58574af2f496a50d83fa9eb2e102254fb1ff018ab4595ce6")
                        .containsEntry("replyBytes", "9");
            }
        }
    }
}
