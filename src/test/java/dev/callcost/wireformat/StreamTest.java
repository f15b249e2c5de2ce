package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The streams that gRPC gets from the marshallers. */
class StreamTest {
    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void allWaysToReadAgree(MessageType<M> type) throws IOException {
        byte[] bytes = Wire.encode(type.format().marshaller(), type.message(8));
        try (InputStream drained = type.format().marshaller().stream(type.message(8))) {
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            assertThat(drained).isInstanceOf(KnownLength.class).isInstanceOf(Drainable.class);
            assertThat(drained.available()).isEqualTo(bytes.length);
            assertThat(((Drainable) drained).drainTo(target)).isEqualTo(bytes.length);
            assertThat(target.toByteArray()).isEqualTo(bytes);
            assertThat(drained.available()).isZero();
            assertThat(drained.read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#ofReusedBuffers")
    <M> void readingInPiecesAgrees(MessageType<M> type) throws IOException {
        byte[] bytes = Wire.encode(type.format().marshaller(), type.message(8));
        try (InputStream stream = type.format().marshaller().stream(type.message(8))) {
            byte[] target = new byte[bytes.length + 10];
            assertThat(stream.read()).isEqualTo(bytes[0] & 0xFF);
            assertThat(stream.read(target, 5, 0)).isZero();
            assertThat(stream.read(target, 5, 3)).isEqualTo(3);
            assertThat(Arrays.copyOfRange(target, 5, 8)).isEqualTo(Arrays.copyOfRange(bytes, 1, 4));
            assertThat(stream.skip(-1)).isZero();
            assertThat(stream.skip(2)).isEqualTo(2);
            assertThat(stream.available()).isEqualTo(bytes.length - 6);
            ByteArrayOutputStream rest = new ByteArrayOutputStream();
            assertThat(((Drainable) stream).drainTo(rest)).isEqualTo(bytes.length - 6);
            assertThat(rest.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 6, bytes.length));
            assertThat(stream.read(target, 0, 1)).isEqualTo(-1);
            assertThat(stream.read(target, 0, 0)).isZero();
            assertThat(stream.skip(Long.MAX_VALUE)).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#ofReusedBuffers")
    <M> void aClosedStreamShowsNobodysBytes(MessageType<M> type) throws IOException {
        Marshaller<M> marshaller = type.format().marshaller();
        InputStream closed = marshaller.stream(type.message(1));
        closed.close();
        closed.close();
        try (InputStream first = marshaller.stream(type.message(3));
                InputStream second = marshaller.stream(type.message(5))) {
            closed.close();
            assertThatIOException().isThrownBy(closed::read);
            assertThatIOException().isThrownBy(() -> closed.read(new byte[9], 0, 9));
            assertThatIOException().isThrownBy(closed::available);
            assertThatIOException().isThrownBy(() -> closed.skip(1));
            assertThatIOException().isThrownBy(() -> ((Drainable) closed).drainTo(new ByteArrayOutputStream()));
            assertThat(type.fields(marshaller.parse(second))).isEqualTo(type.fields(type.message(5)));
            assertThat(type.fields(marshaller.parse(first))).isEqualTo(type.fields(type.message(3)));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    @SuppressWarnings("unchecked") // two formats of one constant have the same messages
    <M> void aStreamOfAnotherMarshallerOfTheFormatIsParsed(MessageType<M> type) throws IOException {
        Map<String, MessageType<?>> others = MessageType.all().collect(Collectors.toMap(Object::toString, it -> it));
        MessageType<M> same = (MessageType<M>) others.get(type.toString());
        try (InputStream stream = same.format().marshaller().stream(same.message(4))) {
            assertThat(type.fields(type.format().marshaller().parse(stream))).isEqualTo(type.fields(type.message(4)));
        }
    }
}
