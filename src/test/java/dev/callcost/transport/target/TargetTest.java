package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import dev.callcost.transport.target.Stranger.Reflection;
import dev.callcost.transport.target.TargetException.ErrorKind;
import dev.callcost.transport.target.TargetOptions.TargetSecurity;
import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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

    /**
     * Relative to the project's folder. Made by keytool for the century from 2006: {@code ca} signed {@code server} and
     * {@code client}, {@code other} itself.
     */
    private static final String PEM = "src/test/resources/dev/callcost/transport/target";

    private static final String PARCEL = "{\"name\":\"p\",\"counts\":{\"a\":\"1\"},\"data\":\"AQI=\","
            + "\"sent\":\"2026-01-02T03:04:05Z\",\"extra\":{\"@type\":\"type.googleapis.com/stranger.HelloRequest\","
            + "\"name\":\"n\"},\"parts\":[{\"text\":\"t\"}]}";

    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("text", "no descriptors\n"),
            Map.entry("empty", ""),
            Map.entry("hello.json", "{\"name\": \"x\"}"),
            Map.entry("long.json", "{\"name\": \"" + "x".repeat(10_000) + "\"}"),
            Map.entry("twice.json", "{\"name\": \"x\", \"times\": \"2\"}"),
            Map.entry("nam.json", "{\"nam\": \"x\"}"),
            Map.entry("times.json", "{\"times\": \"x\"}"),
            Map.entry("cut.json", "{\"name\":"),
            Map.entry("list.json", "[]"),
            Map.entry("parcel.json", PARCEL),
            Map.entry("unknown.json", PARCEL.replace("HelloRequest", "HelloRequst")),
            Map.entry("labelled.json", "{\"name\": \"" + Stranger.LABELLED + "\"}"),
            Map.entry("refused.json", "{\"name\": \"" + Stranger.REFUSED + "\"}"),
            Map.entry("silence.json", "{\"name\": \"" + Stranger.SILENCE + "\"}"));

    @TempDir
    static Path folder;

    /** What the tables name. */
    private static final Map<String, String> PLACES = new HashMap<>();

    private static Stranger stranger;
    private static Stranger encrypted;
    private static Stranger demanding;

    @BeforeAll
    static void start() throws Exception {
        stranger = Stranger.start(Reflection.BOTH);
        encrypted = Stranger.start(Reflection.V1, name -> {}, server -> server.sslContext(tls(ClientAuth.NONE)));
        demanding = Stranger.start(Reflection.V1, name -> {}, server -> server.sslContext(tls(ClientAuth.REQUIRE)));
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xFF});
        Path set =
                Path.of(TargetTest.class.getResource("/stranger/stranger.binpb").toURI());
        List<FileDescriptorProto> files =
                FileDescriptorSet.parseFrom(Files.readAllBytes(set)).getFileList();
        Files.write(
                folder.resolve("fewer"),
                set(files.stream()
                        .filter(file -> !file.getName().startsWith("google/protobuf/any"))
                        .toList()));
        Files.write(
                folder.resolve("circle"),
                set(List.of(FileDescriptorProto.newBuilder()
                        .setName("a")
                        .addDependency("a")
                        .build())));
        Files.write(folder.resolve("gone"), changed(files, field -> field.setTypeName(".stranger.Gone")));
        Files.write(
                folder.resolve("nested"),
                changed(files, field -> field.setType(Type.TYPE_MESSAGE).setTypeName(".stranger.HelloReply")));
        PLACES.put("$FILES", folder.toString());
        PLACES.put("$PEM", PEM);
        PLACES.put("$SET", set.toString());
        PLACES.put("$STRANGER", stranger.address());
        PLACES.put("$PORT", Integer.toString(stranger.port()));
        PLACES.put("$ENCRYPTED", encrypted.address());
        PLACES.put("$DEMANDING", demanding.address());
        PLACES.put("$PARCEL", PARCEL);
        PLACES.put("$NOBODY", "127.0.0.1:1");
    }

    private static byte[] set(List<FileDescriptorProto> files) {
        return FileDescriptorSet.newBuilder().addAllFile(files).build().toByteArray();
    }

    /** The files with another type of the field of HelloReply. */
    private static byte[] changed(List<FileDescriptorProto> files, Consumer<FieldDescriptorProto.Builder> change) {
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder().addAllFile(files);
        set.getFileBuilderList().stream()
                .flatMap(file -> file.getMessageTypeBuilderList().stream())
                .filter(message -> message.getName().equals("HelloReply"))
                .forEach(message -> change.accept(message.getFieldBuilder(0)));
        return set.build().toByteArray();
    }

    static SslContext tls(ClientAuth clients) {
        try {
            return GrpcSslContexts.configure(
                            SslContextBuilder.forServer(new File(PEM, "server.pem"), new File(PEM, "server.key"))
                                    .trustManager(new File(PEM, "ca.pem"))
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

    private static String placed(String text) {
        String placed = text;
        for (Map.Entry<String, String> place : PLACES.entrySet()) {
            placed = placed.replace(place.getKey(), place.getValue());
        }
        return placed;
    }

    /** @param text {@code name=value}, several with an & between; a call of SayHello unless it names another */
    private static TargetOptions options(String text) {
        Map<String, String> values = new HashMap<>(Map.of("address", stranger.address(), "call", HELLO));
        for (String option : placed(text).split("&")) {
            String[] parts = option.split("=", 2);
            values.put(parts[0], parts[1]);
        }
        return new TargetOptions(
                values.get("address"),
                values.get("call"),
                values.getOrDefault("request", ""),
                values.getOrDefault("descriptorSet", ""),
                values.getOrDefault("metadata", ""),
                values.getOrDefault("deadline", ""),
                new TargetSecurity(
                        values.getOrDefault("authority", ""),
                        values.getOrDefault("tls", ""),
                        values.getOrDefault("clientCertificate", "")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            call=stranger.Greeter.SayHello  | {"message":"Hello "}
            call=stranger.Greeter/SayHello  | {"message":"Hello "}
            call=/stranger.Greeter/SayHello | {"message":"Hello "}
            deadline=60s | {"message":"Hello "}
            address=[::ffff:127.0.0.1]:$PORT | {"message":"Hello "}
            authority=example.com:1 | {"message":"Hello "}
            call=stranger.Courier/Deliver&request=$FILES/parcel.json | $PARCEL
            call=stranger.Courier/Deliver&request=$FILES/parcel.json&descriptorSet=$SET | $PARCEL
            call=stranger.Courier/Deliver&request=$FILES/labelled.json | not shown: Cannot find type for url: type.googleapis.com/google.protobuf.StringValue
            address=$ENCRYPTED&tls=$PEM/ca.pem | {"message":"Hello "}
            address=$ENCRYPTED&tls=$PEM/ca.pem&authority=stranger.example | {"message":"Hello "}
            address=$DEMANDING&tls=$PEM/ca.pem&clientCertificate=$PEM/client.pem:$PEM/client.key | {"message":"Hello "}
            """)
    void isAnswered(String options, String reply) {
        try (Target target = Target.open(options(options))) {
            assertThat(target.reply()).isEqualTo(placed(reply));
            assertThat(target.facts()).containsEntry("replyBytes", Integer.toString(target.call()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            USAGE | call=stranger.Greeter/SayHallo | $STRANGER has the methods stranger.Greeter/SayHello, stranger.Greeter/Watch
            USAGE | call=stranger.Greeter | has the methods stranger.Greeter/SayHello, stranger.Greeter/Watch
            USAGE | call=stranger.Greter/SayHello | has the services stranger.
            USAGE | call=SayHello | no method SayHello;
            USAGE | call= | no method is named;
            USAGE | call=stranger.Greeter/Watch | stranger.Greeter/Watch is a streaming method: only unary methods can be measured
            USAGE | descriptorSet=$SET&call=greeter/SayHello | $SET has the services ... stranger.Greeter ... stranger.Courier
            FILE | descriptorSet=$FILES/text | text: is no descriptor set of protoc
            FILE | descriptorSet=$FILES/empty | empty: has no descriptors
            FILE | descriptorSet=$FILES/none | none: no such file
            FILE | descriptorSet=$FILES | $FILES: cannot be read
            FILE | descriptorSet=$FILES/fewer | fewer: lacks google/protobuf/any.proto: write it by protoc --include_imports
            FAILURE | descriptorSet=$FILES/circle | stranger.Greeter/SayHello at $STRANGER cannot be called: java.lang.StackOverflowError
            FILE | descriptorSet=$FILES/gone | gone: stranger/greeter.proto is wrong: stranger.HelloReply.message: ".stranger.Gone" is not defined
            FAILURE | descriptorSet=$FILES/nested | stranger.Greeter/SayHello at $STRANGER cannot be called: ... InvalidProtocolBufferException
            USAGE | request=$FILES/nam.json | nam.json: Cannot find field: nam in message stranger.HelloRequest; there are name, times
            USAGE | request=$FILES/times.json | times.json: Not an int32 value: "x"
            FILE | request=$FILES/cut.json | cut.json: is no JSON at line 1 column
            USAGE | request=$FILES/list.json | list.json: Expect message object but got: []
            USAGE | call=stranger.Courier/Deliver&request=$FILES/unknown.json | unknown.json: Cannot resolve type: type.googleapis.com/stranger.HelloRequst
            FILE | request=$FILES/bytes | bytes: is not text in UTF-8
            FILE | metadata=$FILES/metadata | metadata: no such file
            FAILURE | request=$FILES/refused.json | $STRANGER: stranger.Greeter/SayHello: PERMISSION_DENIED: no greeting for nobody nor for others
            FAILURE | request=$FILES/silence.json&deadline=50ms | stranger.Greeter/SayHello: DEADLINE_EXCEEDED
            USAGE | deadline=1 | deadline 1: expected a time such as 500ms or 1s
            FAILURE | address=$NOBODY | $NOBODY: cannot connect: connection refused
            FAILURE | address=no-such-host.invalid:1 | no-such-host.invalid:1: unknown host no-such-host.invalid
            FAILURE | address=unix:$FILES/none.sock | none.sock: cannot connect: there is no such socket
            USAGE | address=localhost | address localhost: expected HOST:PORT or unix:PATH
            USAGE | authority=me@example.com | authority me@example.com: is not valid
            FAILURE | address=$ENCRYPTED&tls=system | $ENCRYPTED: its certificate is not trusted by this JVM: ... --ca FILE ... --insecure
            FAILURE | address=$ENCRYPTED&tls=$PEM/other.pem | its certificate is not trusted by $PEM/other.pem: ... --ca FILE ... --insecure
            FAILURE | address=$ENCRYPTED&tls=$PEM/ca.pem&authority=another.example | : its certificate is refused: ... another.example ... --authority NAME
            FAILURE | address=$DEMANDING&tls=$PEM/ca.pem | $DEMANDING
            FAILURE | address=$DEMANDING&tls=$PEM/ca.pem&clientCertificate=$PEM/other.pem:$PEM/other.key | $DEMANDING
            FILE | address=$ENCRYPTED&tls=$FILES/text | text:
            FILE | address=$ENCRYPTED&tls=$FILES/none.pem | none.pem: no such file
            FILE | address=$ENCRYPTED&tls=$PEM/ca.pem&clientCertificate=$FILES/text:$FILES/text | text:
            FILE | address=$ENCRYPTED&tls=$PEM/ca.pem&clientCertificate=$PEM/client.pem:none.key | none.key: no such file
            USAGE | tls=$PEM/ca.pem&clientCertificate=$FILES/text | client certificate $FILES/text: expected CERTIFICATE.pem:KEY.pem
            USAGE | clientCertificate=$PEM/client.pem:$PEM/client.key | a client certificate needs TLS
            FAILURE | address=$ENCRYPTED | $ENCRYPTED: server reflection: UNAVAILABLE: ... (does it expect TLS?)
            FAILURE | tls=insecure | $STRANGER: does not speak TLS
            """)
    void isRefused(ErrorKind kind, String options, String message) {
        assertRefused(kind, options(options), "", message.split(" \\.\\.\\. "));
    }

    /** Returns the message, which has these parts. */
    private static String assertRefused(ErrorKind kind, TargetOptions options, String metadata, String... parts) {
        TargetException refused = catchThrowableOfType(
                TargetException.class, () -> Target.open(options, metadata).close());
        assertThat(refused).as("%s", options).isNotNull();
        for (String part : parts) {
            assertThat(refused).hasMessageContaining(placed(part));
        }
        assertThat(refused.getMessage()).hasLineCount(1);
        assertThat(refused.kind()).isEqualTo(kind);
        return refused.getMessage();
    }

    @ParameterizedTest
    @CsvSource({"V1, server reflection v1", "V1_ALPHA, server reflection v1alpha", "BOTH, server reflection v1"})
    void aServerDescribesItself(Reflection reflection, String descriptors) throws Exception {
        try (Stranger server = Stranger.start(reflection);
                Target target = Target.open(options("request=$FILES/twice.json&address=" + server.address()))) {
            assertThat(target.reply()).isEqualTo("{\"message\":\"Hello x\"}");
            assertThat(target.describe()).isEqualTo(HELLO + " at " + server.address() + ", plaintext");
            assertThat(target.facts())
                    .containsEntry("descriptors", descriptors)
                    .containsEntry("target", HELLO)
                    .containsEntry("remote", server.address())
                    .containsEntry("security", "plaintext")
                    .containsEntry("transport", "NIO")
                    .containsEntry("requestBytes", "5")
                    .containsEntry("replyBytes", "9");
        }
    }

    @Test
    void aServerThatDoesNotNeedsADescriptorSet() throws Exception {
        try (Stranger server = Stranger.start(Reflection.NONE)) {
            assertRefused(
                    ErrorKind.FAILURE,
                    options("address=" + server.address()),
                    "",
                    server.address() + " does not offer server reflection: ",
                    "--descriptor-set FILE",
                    "protoc --include_imports --descriptor_set_out=FILE",
                    "-p descriptorSet=FILE");
            try (Target target = Target.open(options("descriptorSet=$SET&address=" + server.address()))) {
                assertThat(target.reply()).isEqualTo("{\"message\":\"Hello \"}");
                assertThat(target.facts()).containsEntry("descriptors", "descriptor set");
            }
        }
    }

    @Test
    void reflectionWithoutAnAnswerNeedsADescriptorSetToo() throws Exception {
        try (Stranger server = Stranger.start(Reflection.SILENT)) {
            assertRefused(
                    ErrorKind.FAILURE,
                    options("address=" + server.address()),
                    "",
                    server.address() + ": server reflection: INTERNAL: ",
                    "--descriptor-set FILE");
        }
    }

    @Test
    void aRequestLacksWhatItsMessageRequires() throws Exception {
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setName("name")
                .setNumber(1)
                .setType(FieldDescriptorProto.Type.TYPE_STRING)
                .setLabel(FieldDescriptorProto.Label.LABEL_REQUIRED);
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("s.proto")
                .setPackage("t")
                .setSyntax("proto2")
                .addMessageType(DescriptorProto.newBuilder().setName("Req").addField(field))
                .addService(ServiceDescriptorProto.newBuilder()
                        .setName("S")
                        .addMethod(MethodDescriptorProto.newBuilder()
                                .setName("Get")
                                .setInputType(".t.Req")
                                .setOutputType(".t.Req")))
                .build();
        Path set = Files.write(
                folder.resolve("proto2"),
                FileDescriptorSet.newBuilder().addFile(file).build().toByteArray());
        DescriptorSet schema = new DescriptorSet(set.toString());
        Descriptor type = schema.method("t.S/Get").getInputType();
        Path empty = Files.writeString(folder.resolve("empty.json"), "{}");
        Path full = Files.writeString(folder.resolve("full.json"), "{\"name\": \"x\"}");
        assertThatThrownBy(() -> schema.message(type, ""))
                .isInstanceOf(TargetException.class)
                .hasMessageStartingWith("the request is an empty message, and t.Req requires name: -d '{...}' gives");
        assertThatThrownBy(() -> schema.message(type, empty.toString())).hasMessage(empty + ": t.Req requires name");
        assertThat(schema.message(type, full.toString()).isInitialized()).isTrue();
    }

    @Test
    void aUnixDomainSocketIsAnAddress() throws Exception {
        String address = "unix:" + folder.resolve("s");
        try (Stranger server = Stranger.onSocket(folder.resolve("s"))) {
            try (Target target = Target.open(options("address=" + address))) {
                target.call();
                assertThat(target.describe()).isEqualTo(HELLO + " at " + address + ", plaintext");
                assertThat(target.facts()).containsEntry("transport", "UDS").containsEntry("remote", address);
            }
            assertThat(server.received.get(HELLO)).hasSize(2);
        }
    }

    @Test
    void metadataGoWithEachCallAndWithReflection() throws Exception {
        String secret = Base64.getEncoder().encodeToString(new byte[] {1, 2});
        Path file = Files.writeString(
                folder.resolve("secrets"), "Authorization: Bearer a:b\n\n trace-bin :" + secret + "\n");
        try (Stranger server = Stranger.start(Reflection.V1)) {
            TargetOptions options = options("metadata=" + file + "&address=" + server.address());
            try (Target target = Target.open(options, "x-more: 1\nx-more: 2")) {
                target.call();
                assertThat(target.facts().toString()).doesNotContain("Bearer", secret);
            }
            assertThat(server.received.get(HELLO)).hasSize(2).allSatisfy(TargetTest::assertHasMetadata);
            assertThat(server.received.get("grpc.reflection.v1.ServerReflection/ServerReflectionInfo"))
                    .isNotEmpty()
                    .allSatisfy(TargetTest::assertHasMetadata);
        }
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
    @ValueSource(
            strings = {"secret", "bad name: secret", "some-bin: -secret-", ":authority: secret", "name: secret\u00e9"})
    void metadataThatAreNoneAreRefusedWithoutTheirValue(String line) throws IOException {
        TargetOptions options = options("metadata=" + Files.writeString(folder.resolve("lines"), "a: b\n" + line));
        assertThat(assertRefused(ErrorKind.FILE, options, "", "lines, line 2: expected name: value"))
                .doesNotContain("secret");
        assertThat(assertRefused(
                        ErrorKind.USAGE, options("call=" + HELLO), line, "metadata, line 1: expected name: value"))
                .doesNotContain("secret");
    }

    @Test
    void aLongReplyIsShownByItsBeginningAndItsSize() {
        try (Target target = Target.open(options("request=$FILES/long.json"))) {
            assertThat(target.reply())
                    .startsWith("{\"message\":\"Hello xxx")
                    .endsWith("xxx... (10,009 bytes)")
                    .hasSizeLessThan(400);
        }
    }

    @Test
    void callsAreSentWithoutWaiting() throws Exception {
        BlockingQueue<String> ends = new LinkedBlockingQueue<>();
        try (Stranger server = Stranger.start(Reflection.V1);
                Target target = Target.open(options("deadline=20s&address=" + server.address()))) {
            target.send(() -> ends.add("answered"), ends::add);
            assertThat(ends.poll(20, TimeUnit.SECONDS)).isEqualTo("answered");

            server.close();
            target.send(() -> ends.add("answered"), ends::add);
            assertThat(ends.poll(20, TimeUnit.SECONDS)).isEqualTo("UNAVAILABLE");
            assertThatThrownBy(target::call)
                    .isInstanceOf(TargetException.class)
                    .hasMessageStartingWith(server.address() + ": " + HELLO + ": UNAVAILABLE: ")
                    .hasMessageContaining("Connection refused");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"$PEM/ca.pem | TLSv1.3", "insecure | TLSv1.3, certificate not checked"})
    void whatProtectsACallIsNamed(String tls, String security) {
        try (Target target = Target.open(options("address=$ENCRYPTED&tls=" + tls))) {
            assertThat(target.describe()).endsWith(" at " + encrypted.address() + ", " + security);
            assertThat(target.facts()).containsEntry("security", security);
        }
    }
}
