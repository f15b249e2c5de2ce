package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.callcost.transport.target.Stranger.Reflection;
import dev.callcost.transport.target.TargetException.Kind;
import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a service that is not this suite's: found, made, checked, and refused with a sentence. */
class TargetTest {
    private static final String HELLO = "stranger.Greeter/SayHello";
    private static final String DELIVER = "stranger.Courier/Deliver";

    /** Relative to the project's folder. Made by keytool for the century from 2006: {@code ca} signed {@code server} and {@code client}, {@code other} itself. */
    private static final String PEM = "src/test/resources/dev/callcost/transport/target/";

    private static final String CLIENT = PEM + "client.pem:" + PEM + "client.key";

    private static Stranger stranger;
    private static Stranger encrypted;
    private static Stranger demanding;

    @TempDir
    Path folder;

    private final Map<String, String> texts = new HashMap<>();

    @BeforeAll
    static void start() throws IOException {
        stranger = Stranger.start(Reflection.BOTH);
        encrypted = Stranger.start(Reflection.V1, name -> {}, server -> server.sslContext(tls(ClientAuth.NONE)));
        demanding = Stranger.start(Reflection.V1, name -> {}, server -> server.sslContext(tls(ClientAuth.REQUIRE)));
    }

    static SslContext tls(ClientAuth clients) {
        try {
            return GrpcSslContexts.configure(
                            SslContextBuilder.forServer(new File(PEM + "server.pem"), new File(PEM + "server.key"))
                                    .trustManager(new File(PEM + "ca.pem"))
                                    .clientAuth(clients))
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        stranger.close();
        encrypted.close();
        demanding.close();
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
            assertThat(target.facts()).containsEntry("replyBytes", Integer.toString(target.call()));
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

    @Test
    void aServerThatDoesNotNeedsADescriptorSet() throws Exception {
        try (Stranger server = Stranger.start(Reflection.NONE)) {
            with("address", server.address());
            assertRefused(
                    Kind.FAILURE,
                    server.address() + " does not offer server reflection: ",
                    "--descriptor-set FILE",
                    "protoc --include_imports --descriptor_set_out=FILE",
                    "-p descriptorSet=FILE");

            with("descriptorSet", descriptorSet());
            try (Target target = Target.open(options())) {
                assertThat(target.reply()).isEqualTo("{\"message\":\"Hello \"}");
                assertThat(target.facts()).containsEntry("descriptors", "descriptor set");
            }

            with("call", "stranger.Greeter/SayHallo");
            assertRefused(Kind.USAGE, descriptorSet() + " has the methods stranger.Greeter/SayHello, ");
            with("call", "greeter/SayHello");
            assertRefused(Kind.USAGE, descriptorSet() + " has the services ", "stranger.Greeter", "stranger.Courier");
        }
    }

    @Test
    void whatIsNoDescriptorSetOrLacksImportsIsRefused() throws Exception {
        with("descriptorSet", file("text", "no descriptors\n"));
        assertRefused(Kind.FILE, "text: is no descriptor set of protoc");
        with("descriptorSet", file("empty", ""));
        assertRefused(Kind.FILE, "empty: has no descriptors");
        with("descriptorSet", folder.resolve("none"));
        assertRefused(Kind.FILE, "none: no such file");
        with("descriptorSet", folder);
        assertRefused(Kind.FILE, folder + ": cannot be read");

        FileDescriptorSet whole = FileDescriptorSet.parseFrom(Files.readAllBytes(Path.of(descriptorSet())));
        FileDescriptorSet.Builder fewer = FileDescriptorSet.newBuilder();
        whole.getFileList().stream()
                .filter(file -> !file.getName().startsWith("google/protobuf/any"))
                .forEach(fewer::addFile);
        with("descriptorSet", write("fewer", fewer.build()));
        assertRefused(Kind.FILE, "fewer: lacks google/protobuf/any.proto: write it by protoc --include_imports");

        FileDescriptorProto circle =
                FileDescriptorProto.newBuilder().setName("a").addDependency("a").build();
        with(
                "descriptorSet",
                write("circle", FileDescriptorSet.newBuilder().addFile(circle).build()));
        assertRefused(Kind.FILE, "circle: a imports itself");
    }

    private String write(String name, FileDescriptorSet set) throws IOException {
        return Files.write(folder.resolve(name), set.toByteArray()).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stranger.Greeter.SayHello", "stranger.Greeter/SayHello", "/stranger.Greeter/SayHello"})
    void aMethodHasSeveralNames(String call) {
        with("call", call);
        assertThat(reply()).isEqualTo("{\"message\":\"Hello \"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stranger.Greeter/SayHallo | has the methods stranger.Greeter/SayHello, stranger.Greeter/Watch",
                "stranger.Greeter | has the methods stranger.Greeter/SayHello, stranger.Greeter/Watch",
                "stranger.Greter/SayHello | has the services stranger.",
                "stranger.HelloReply/message | has the services stranger.",
                "SayHello | no method SayHello; ",
                "'' | no method is named; ",
                "stranger.Greeter/Watch | stranger.Greeter/Watch is a streaming method: only unary methods can be measured"
            })
    void whatIsNoUnaryMethodIsRefusedWithThoseThatAreThere(String call, String message) {
        with("call", call);
        assertRefused(Kind.USAGE, message);
    }

    @Test
    void aRequestHasAllOfProtobufsJson() throws IOException {
        String parcel = "{\"name\":\"p\",\"counts\":{\"a\":\"1\"},\"data\":\"AQI=\",\"sent\":\"2026-01-02T03:04:05Z\","
                + "\"extra\":{\"@type\":\"type.googleapis.com/stranger.Label\",\"color\":\"red\"},\"parts\":[{\"text\":\"t\"}]}";
        with("call", DELIVER).with("request", file("parcel.json", parcel));
        assertThat(reply()).isEqualTo(parcel);

        with("descriptorSet", descriptorSet()).with("expect", texts.get("request"));
        assertThat(reply()).isEqualTo(parcel);

        with("request", file("unknown.json", parcel.replace("Label", "Lable")));
        assertRefused(Kind.USAGE, "unknown.json: Cannot resolve type: type.googleapis.com/stranger.Lable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "USAGE | {\"nam\": \"x\"} | hello.json: Cannot find field: nam in message stranger.HelloRequest; there are name, times",
                "USAGE | {\"times\": \"x\"} | hello.json: Not an int32 value: \"x\"",
                "FILE | {\"name\": | hello.json: is no JSON at line 1 column ",
                "USAGE | '' | hello.json: ",
                "USAGE | [] | hello.json: Expect message object but got: []",
            })
    void aRequestThatIsNoneIsRefused(Kind kind, String request, String message) throws IOException {
        with("request", file("hello.json", request));
        assertRefused(kind, message);
    }

    @Test
    void aReplyWithAMessageOfAnUnreadFileIsNotShown() throws IOException {
        with("call", DELIVER).with("request", file("parcel.json", "{\"name\": \"" + Stranger.LABELLED + "\"}"));
        assertThat(reply()).isEqualTo("not shown: Cannot find type for url: type.googleapis.com/stranger.Label");
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        with("request", folder.resolve("none.json"));
        assertRefused(Kind.FILE, "none.json: no such file");
        with("request", Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xFF}));
        assertRefused(Kind.FILE, "bytes: is not text in UTF-8");
        texts.remove("request");
        with("expect", folder.resolve("expected.json"));
        assertRefused(Kind.FILE, "expected.json: no such file");
        texts.remove("expect");
        with("metadata", folder.resolve("metadata"));
        assertRefused(Kind.FILE, "metadata: no such file");
    }

    @Test
    void theReplyMayHaveToBeEqual() throws IOException {
        with("request", file("hello.json", "{\"name\": \"x\"}"));
        with("expect", file("equal.json", "\n{ \"message\" : \"Hello \\u0078\" }"));
        assertThat(reply()).isEqualTo("{\"message\":\"Hello x\"}");

        with("expect", file("other.json", "{\"message\": \"Hello y\"}"));
        assertRefused(
                Kind.FAILURE,
                HELLO + " at " + stranger.address() + ": the reply is not that of " + texts.get("expect")
                        + " but {\"message\":\"Hello x\"}");
    }

    @Test
    void aCallThatIsNotOkIsRefusedByItsStatus() throws IOException {
        with("request", file("hello.json", "{\"name\": \"" + Stranger.REFUSED + "\"}"));
        assertRefused(
                Kind.FAILURE,
                stranger.address() + ": " + HELLO + ": PERMISSION_DENIED: no greeting for nobody nor for others");
        with("request", file("hello.json", "{\"name\": \"" + Stranger.SILENCE + "\"}"))
                .with("deadline", "50ms");
        assertRefused(Kind.FAILURE, HELLO + ": DEADLINE_EXCEEDED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "s", "0s", "-1s", "1 h"})
    void aDeadlineIsATime(String deadline) {
        with("deadline", deadline);
        assertRefused(Kind.USAGE, "deadline " + deadline + ": expected a time such as 500ms or 1s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100000us", "60000ms", "60s", "1m"})
    void aDeadlineThatIsLongEnoughChangesNothing(String deadline) {
        with("deadline", deadline);
        assertThat(reply()).isEqualTo("{\"message\":\"Hello \"}");
    }

    @Test
    void whoIsNotThereIsNamedWithTheCause() throws Exception {
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            with("address", "127.0.0.1:" + nobody.getLocalPort());
        }
        assertRefused(Kind.FAILURE, texts.get("address") + ": cannot connect: connection refused");
        with("address", "no-such-host.invalid:1");
        assertRefused(Kind.FAILURE, "no-such-host.invalid:1: unknown host no-such-host.invalid");
        with("address", "unix:" + folder.resolve("none.sock"));
        assertRefused(Kind.FAILURE, "none.sock: cannot connect: there is no such socket");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", ":1", "localhost:65536", "localhost:http", "http://localhost/"})
    void anAddressHasAPort(String address) {
        with("address", address);
        assertRefused(Kind.USAGE, "address " + address + ": expected HOST:PORT or unix:PATH");
    }

    @Test
    void anAddressMayBeOfIpVersion6() {
        assertThat(with("address", "[::1]:5").options().address()).isEqualTo("::1:5");
        with("address", "[::ffff:127.0.0.1]:" + stranger.port());
        assertThat(reply()).isEqualTo("{\"message\":\"Hello \"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "<", ">", "{", "}", "[", "]"})
    void whatJmhChangesInFilesIsRefused(String letter) {
        with("request", "a" + letter + ".json");
        assertRefused(Kind.USAGE, "request a" + letter + ".json: must not have a " + letter + ", ");
    }

    @Test
    void aUnixDomainSocketIsAnAddress(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("s");
        try (Stranger server = Stranger.onSocket(socket)) {
            with("address", "unix:" + socket);
            try (Target target = Target.open(options())) {
                target.call();
                assertThat(target.describe()).isEqualTo(HELLO + " at unix:" + socket + ", plaintext");
                assertThat(target.facts()).containsEntry("transport", "UDS").containsEntry("remote", "unix:" + socket);
            }
            assertThat(server.received.get(HELLO)).hasSize(2);
        }
    }

    @Test
    void metadataGoWithEachCallAndWithReflection() throws Exception {
        try (Stranger server = Stranger.start(Reflection.V1)) {
            with("address", server.address());
            with(
                    "metadata",
                    file("metadata", "Authorization: Bearer a:b\n\n trace-bin :" + base64("\u0001\u0002") + "\n"));
            try (Target target = Target.open(options(), "x-more: 1\nx-more: 2")) {
                target.call();
                assertThat(target.facts().toString()).doesNotContain("Bearer", base64("\u0001\u0002"));
            }
            assertThat(server.received.get(HELLO)).hasSize(2).allSatisfy(TargetTest::assertHasMetadata);
            assertThat(server.received.get("grpc.reflection.v1.ServerReflection/ServerReflectionInfo"))
                    .isNotEmpty()
                    .allSatisfy(TargetTest::assertHasMetadata);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertHasMetadata(Metadata metadata) {
        assertThat(metadata.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo("Bearer a:b");
        assertThat(metadata.getAll(Metadata.Key.of("x-more", Metadata.ASCII_STRING_MARSHALLER)))
                .containsExactly("1", "2");
        assertThat(metadata.get(Metadata.Key.of("trace-bin", Metadata.BINARY_BYTE_MARSHALLER)))
                .containsExactly(1, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "secret, expected name: value",
        "bad name: secret, expected name: value",
        "some-bin: -secret-, expected name: value",
        "name: secret\u00e9, the value of name is not ASCII"
    })
    void metadataThatAreNoneAreRefusedWithoutTheirValue(String line, String message) throws IOException {
        with("metadata", file("metadata", "a: b\n" + line));
        assertRefused(Kind.FILE, "metadata, line 2: " + message);
        TargetException refused = catchThrowableOfType(TargetException.class, () -> Target.open(options()));
        assertThat(refused.getMessage()).doesNotContain("secret");

        texts.remove("metadata");
        refused = catchThrowableOfType(TargetException.class, () -> Target.open(options(), line));
        assertThat(refused).hasMessageContaining("metadata, line 1: ").hasMessageNotContaining("secret");
        assertThat(refused.kind()).isEqualTo(Kind.USAGE);
    }

    @Test
    void theServerSeesTheAuthority() {
        with("authority", "example.com:1");
        assertThat(reply()).isEqualTo("{\"message\":\"Hello \"}");
        with("authority", "me@example.com");
        assertRefused(Kind.USAGE, "authority me@example.com: is not valid");
    }

    @Test
    void callsAreSentWithoutWaiting() throws Exception {
        BlockingQueue<String> ends = new LinkedBlockingQueue<>();
        with("deadline", "20s");
        try (Stranger server = Stranger.start(Reflection.V1)) {
            with("address", server.address());
            try (Target target = Target.open(options())) {
                target.send(() -> ends.add("answered"), ends::add);
                assertThat(ends.poll(20, TimeUnit.SECONDS)).isEqualTo("answered");

                server.close();
                target.send(() -> ends.add("answered"), ends::add);
                assertThat(ends.poll(20, TimeUnit.SECONDS)).isEqualTo("UNAVAILABLE");
                TargetException refused = catchThrowableOfType(TargetException.class, target::call);
                assertThat(refused)
                        .hasMessageStartingWith(server.address() + ": " + HELLO + ": UNAVAILABLE: ")
                        .hasMessageContaining("Connection refused");
            }
        }
    }

    @Test
    void aServerIsTrustedByItsCaOrUnchecked() {
        with("address", encrypted.address()).with("tls", PEM + "ca.pem");
        try (Target target = Target.open(options())) {
            assertThat(target.reply()).isEqualTo("{\"message\":\"Hello \"}");
            assertThat(target.describe()).endsWith(" at " + encrypted.address() + ", TLSv1.3");
            assertThat(target.facts()).containsEntry("security", "TLSv1.3");
            target.call();
        }
        with("tls", "insecure");
        try (Target target = Target.open(options())) {
            assertThat(target.describe()).endsWith(", TLSv1.3, certificate not checked");
        }
    }

    @ParameterizedTest
    @CsvSource({"system, this JVM", PEM + "other.pem, other.pem"})
    void aServerThatIsNotTrustedIsRefused(String tls, String by) {
        with("address", encrypted.address()).with("tls", tls);
        String refused = encrypted.address() + ": its certificate is not trusted by ";
        assertRefused(Kind.FAILURE, refused, by, "--ca FILE", "--insecure");
    }

    @Test
    void theCertificateIsForTheAuthority() {
        with("address", encrypted.address()).with("tls", PEM + "ca.pem").with("authority", "stranger.example");
        assertThat(reply()).isEqualTo("{\"message\":\"Hello \"}");
        with("authority", "another.example");
        assertRefused(Kind.FAILURE, ": its certificate is refused: ", "another.example", "--authority NAME");
    }

    @Test
    void aServerMayDemandACertificate() {
        with("address", demanding.address()).with("tls", PEM + "ca.pem");
        assertRefused(Kind.FAILURE, demanding.address());
        with("clientCertificate", PEM + "other.pem:" + PEM + "other.key");
        assertRefused(Kind.FAILURE, demanding.address());
        with("clientCertificate", CLIENT);
        assertThat(reply()).isEqualTo("{\"message\":\"Hello \"}");
    }

    @Test
    void filesThatAreNoCertificatesAreRefused() throws IOException {
        String text = file("text.pem", "no certificate");
        with("address", encrypted.address()).with("tls", text);
        assertRefused(Kind.FILE, "text.pem: ");
        with("tls", folder.resolve("none.pem"));
        assertRefused(Kind.FILE, "none.pem: no such file");
        with("tls", PEM + "ca.pem").with("clientCertificate", text + ":" + text);
        assertRefused(Kind.FILE, "text.pem: ");
        with("clientCertificate", PEM + "client.pem:none.key");
        assertRefused(Kind.FILE, "none.key: no such file");
        with("clientCertificate", text);
        assertRefused(Kind.USAGE, "client certificate " + text + ": expected CERTIFICATE.pem:KEY.pem");
        with("clientCertificate", CLIENT).with("tls", "");
        assertRefused(Kind.USAGE, "a client certificate needs TLS");
    }

    @Test
    void plaintextAndTlsDoNotMeet() {
        with("address", encrypted.address());
        String plaintext = encrypted.address() + ": server reflection: UNAVAILABLE: ";
        assertRefused(Kind.FAILURE, plaintext, "(does it expect TLS?)");
        with("address", stranger.address()).with("tls", "insecure");
        assertRefused(Kind.FAILURE, stranger.address() + ": does not speak TLS");
    }
}
