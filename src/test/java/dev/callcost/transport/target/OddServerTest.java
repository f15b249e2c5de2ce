package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.Edition;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.StringValue;
import com.google.protobuf.TextFormat;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.UnknownFieldSet;
import dev.callcost.transport.target.TargetException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors and replies that a reader of protobuf refuses end in one line that names the input. */
class OddServerTest {
    private static final byte[] EMPTY = {};
    private static final String INSTEAD = ": name the descriptors by --descriptor-set FILE, which protoc"
            + " --include_imports --descriptor_set_out=FILE writes (a benchmark: -p descriptorSet=FILE)";

    @TempDir
    private Path folder;

    private static TargetOptions options(OddServer server, String request, String descriptorSet) {
        return new TargetOptions(server.address(), OddServer.METHOD, request, descriptorSet, "", "", "", "", "");
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static String refused(Kind kind, TargetOptions options) {
        TargetException refused = catchThrowableOfType(
                TargetException.class, () -> Target.open(options, "").close());
        assertThat(refused).as("%s", options).isNotNull();
        assertThat(refused.getMessage()).hasLineCount(1);
        assertThat(refused.kind()).isEqualTo(kind);
        return refused.getMessage();
    }

    /** What a server with these files, and a descriptor set of them, are refused with. */
    private void assertWrong(String what, FileDescriptorProto... files) throws IOException, InterruptedException {
        try (OddServer server = OddServer.start(EMPTY, files)) {
            assertThat(refused(Kind.FAILURE, options(server, "", "")))
                    .startsWith(server.address() + ": " + what)
                    .containsPattern(" --descriptor-set FILE,? (which|takes) ");

            FileDescriptorSet set =
                    FileDescriptorSet.newBuilder().addAllFile(List.of(files)).build();
            Path path = Files.write(folder.resolve("set"), set.toByteArray());
            assertThat(refused(Kind.FILE, options(server, "", path.toString()))).startsWith(path + ": " + what);
        }
    }

    @Test
    void aMissingRequiredFieldIsNamed() throws Exception {
        FileDescriptorProto.Builder shop =
                OddServer.shop(OddServer.field(Type.TYPE_STRING).setLabel(Label.LABEL_REQUIRED));
        byte[] reply = StringValue.of("n").toByteArray();
        try (OddServer server = OddServer.start(reply, shop.build())) {
            assertThat(refused(Kind.USAGE, options(server, "", "")))
                    .isEqualTo("no request is named by -d (a benchmark: -p request=FILE): odd.Item requires name");
            String none = file("none.json", "{}");
            assertThat(refused(Kind.USAGE, options(server, none, ""))).isEqualTo(none + ": odd.Item requires name");
            String named = file("named.json", "{\"name\": \"n\"}");
            try (Target target = Target.open(options(server, named, ""), "")) {
                assertThat(target.reply()).isEqualTo("{\"name\":\"n\"}");
            }
        }
        try (OddServer server = OddServer.start(EMPTY, shop.build())) {
            assertThat(refused(Kind.FAILURE, options(server, file("named.json", "{\"name\": \"n\"}"), "")))
                    .isEqualTo("the reply is no odd.Item of " + server.address()
                            + ": Message missing required fields: name");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1003, 1999, 10_000, 99_999, 2_147_483_647})
    void anEditionThatIsNewerThanTheLibraryIsNamed(long number) throws Exception {
        FileDescriptorProto.Builder shop =
                OddServer.shop(OddServer.field(Type.TYPE_STRING)).setSyntax("editions");
        UnknownFieldSet edition = UnknownFieldSet.newBuilder()
                .addField(
                        FileDescriptorProto.EDITION_FIELD_NUMBER,
                        UnknownFieldSet.Field.newBuilder().addVarint(number).build())
                .build();
        assertWrong(
                "shop.proto has edition number " + number
                        + ", and this jar's protobuf reads up to 1002 (EDITION_2026): ",
                shop.setUnknownFields(edition).build());
    }

    /** When protobuf has more editions, the message must name the last of them. */
    @Test
    void theNewestEditionIsReadAndTheNextIsNot() {
        FileDescriptorProto.Builder shop = OddServer.shop(OddServer.field(Type.TYPE_STRING))
                .setSyntax("editions")
                .setEdition(Edition.EDITION_2026);
        assertThatNoException().isThrownBy(() -> FileDescriptor.buildFrom(shop.build(), new FileDescriptor[0]));
        assertThat(Edition.forNumber(Edition.EDITION_2026.getNumber() + 1)).isNull();
    }

    @Test
    void anEditionThatIsNoneIsNamed() throws Exception {
        assertWrong(
                "shop.proto is wrong: Edition EDITION_UNKNOWN is lower",
                OddServer.shop(OddServer.field(Type.TYPE_STRING))
                        .setSyntax("editions")
                        .build());
    }

    @Test
    void anImportThatIsMissingIsNamed() throws Exception {
        FileDescriptorProto shop = OddServer.shop(OddServer.field(Type.TYPE_STRING))
                .addDependency("google/protobuf/timestamp.proto")
                .build();
        assertWrong("", shop); // each in its words
        try (OddServer server = OddServer.start(EMPTY, shop)) {
            assertThat(refused(Kind.FAILURE, options(server, "", "")))
                    .endsWith(": its server reflection lacks google/protobuf/timestamp.proto" + INSTEAD);
            FileDescriptorSet set = FileDescriptorSet.newBuilder()
                    .addFile(shop)
                    .addFile(TimestampProto.getDescriptor().toProto())
                    .build();
            Path path = Files.write(folder.resolve("set"), set.toByteArray());
            try (Target target = Target.open(options(server, "", path.toString()), "")) {
                assertThat(target.reply()).isEqualTo("{}");
            }
        }
    }

    @Test
    void aServiceThatIsListedWithoutDescriptorsIsNamed() throws Exception {
        try (OddServer server = OddServer.start(EMPTY)) {
            assertThat(refused(Kind.FAILURE, options(server, "", "")))
                    .endsWith(": its server reflection lists odd.Shop without its descriptors" + INSTEAD);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type_name: ".odd.Gone" | odd.Item.name: ".odd.Gone" is not defined
            number: 0              | odd.Item.name: Field numbers must be positive integers
            oneof_index: 7         | odd.Item.name: FieldDescriptorProto.oneof_index is out of range
            default_value: "x"     | odd.Item.name: Could not parse default value: "x"
            extendee: ".odd.Item"  | odd.Item.name:
            label: LABEL_REPEATED  |
            """)
    void descriptorsThatAreWrongAreNamed(String change, String why) throws Exception {
        FieldDescriptorProto.Builder field = OddServer.field(Type.TYPE_INT32);
        TextFormat.merge(change, field);
        FileDescriptorProto.Builder shop = OddServer.shop(field);
        if (why == null) { // a field without a type, which protobuf reads by a NullPointerException
            field.clearType();
            assertWrong("shop.proto is wrong: ", OddServer.shop(field).build());
            return;
        }
        assertWrong("shop.proto is wrong: " + why, shop.build());
    }

    @Test
    void filesThatImportEachOtherAreNamed() throws Exception {
        assertWrong(
                "shop.proto imports itself",
                OddServer.shop(OddServer.field(Type.TYPE_STRING))
                        .addDependency("a")
                        .build(),
                FileDescriptorProto.newBuilder()
                        .setName("a")
                        .addDependency("shop.proto")
                        .build());
    }

    /** Deeper than a stack: no message was written for it. */
    @Test
    void whatNobodyThoughtOfNamesTheCall() throws Exception {
        int depth = 50_000;
        Stream<FileDescriptorProto> chain = IntStream.range(0, depth)
                .mapToObj(n -> FileDescriptorProto.newBuilder()
                        .setName("" + n)
                        .addDependency("" + (n + 1))
                        .build());
        FileDescriptorSet set = FileDescriptorSet.newBuilder()
                .addFile(OddServer.shop(OddServer.field(Type.TYPE_STRING)).addDependency("0"))
                .addAllFile(chain::iterator)
                .build();
        Path path = Files.write(folder.resolve("set"), set.toByteArray());
        try (OddServer server = OddServer.start(EMPTY)) {
            assertThat(refused(Kind.FAILURE, options(server, "", path.toString())))
                    .isEqualTo(
                            "odd.Shop/Add at " + server.address() + " cannot be called: java.lang.StackOverflowError");
        }
    }

    @Test
    void aLongReplyIsShownByItsBeginningAndItsSize() throws Exception {
        byte[] reply = StringValue.of("x".repeat(6_000_000)).toByteArray();
        FileDescriptorProto shop =
                OddServer.shop(OddServer.field(Type.TYPE_STRING)).build();
        try (OddServer server = OddServer.start(reply, shop)) {
            String shown = "{\"name\":\"xxx";
            String end = "xxx... (6,000,005 bytes)";
            try (Target target = Target.open(options(server, "", ""), "")) {
                assertThat(target.reply()).startsWith(shown).endsWith(end).hasSizeLessThan(400);
                assertThat(target.facts()).containsEntry("replyBytes", "6000005");
            }
        }
    }

    @Test
    void aReplyThatJsonCannotExpressIsNotShown() throws Exception {
        FileDescriptorProto shop = OddServer.shop(
                        OddServer.field(Type.TYPE_MESSAGE).setTypeName(".google.protobuf.Timestamp"))
                .addDependency("google/protobuf/timestamp.proto")
                .build();
        byte[] late = Timestamp.newBuilder().setSeconds(Long.MAX_VALUE).build().toByteArray();
        byte[] reply = new byte[late.length + 2];
        reply[0] = 1 << 3 | 2;
        reply[1] = (byte) late.length;
        System.arraycopy(late, 0, reply, 2, late.length);
        try (OddServer server = OddServer.start(
                        reply, shop, TimestampProto.getDescriptor().toProto());
                Target target = Target.open(options(server, "", ""), "")) {
            assertThat(target.reply()).startsWith("not shown: Timestamp is not valid.");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TYPE_STRING", "TYPE_MESSAGE"})
    void bytesThatAreNoMessageAreNamed(Type type) throws Exception {
        FieldDescriptorProto.Builder field = OddServer.field(type);
        if (type == Type.TYPE_MESSAGE) {
            field.setTypeName(".odd.Item");
        }
        byte[] reply = {1 << 3 | 2, 100, 'x'};
        try (OddServer server = OddServer.start(reply, OddServer.shop(field).build())) {
            assertThat(refused(Kind.FAILURE, options(server, "", "")))
                    .startsWith("the reply is no odd.Item of " + server.address() + ": ");
        }
    }
}
