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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The streams that gRPC gets from the marshallers. */
class StreamTest {
    private static final String TEXT = "stream " + Texts.EURO;

    @ParameterizedTest
    @EnumSource
    void allWaysToReadAgree(WireFormat format) throws IOException {
        checkReading(format.format());
    }

    private static <M> void checkReading(MessageFormat<M> format) throws IOException {
        byte[] bytes = Wire.encode(format.marshaller(), format.message(7, 8, TEXT));
        try (InputStream drained = format.marshaller().stream(format.message(7, 8, TEXT))) {
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
    @EnumSource(names = {"BYTES_MARSHALLABLE", "BINARY_WIRE", "FIELDLESS_WIRE", "FIXED_LAYOUT"})
    void readingInPiecesAgrees(WireFormat format) throws IOException {
        checkPieces(format.format());
    }

    private static <M> void checkPieces(MessageFormat<M> format) throws IOException {
        byte[] bytes = Wire.encode(format.marshaller(), format.message(7, 8, TEXT));
        try (InputStream stream = format.marshaller().stream(format.message(7, 8, TEXT))) {
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
    @EnumSource(names = {"BYTES_MARSHALLABLE", "BINARY_WIRE", "FIELDLESS_WIRE", "FIXED_LAYOUT"})
    void aClosedStreamShowsNobodysBytes(WireFormat format) throws IOException {
        checkClosed(format.format());
    }

    private static <M> void checkClosed(MessageFormat<M> format) throws IOException {
        Marshaller<M> marshaller = format.marshaller();
        InputStream closed = marshaller.stream(format.message(1, 2, "first"));
        closed.close();
        closed.close();
        try (InputStream first = marshaller.stream(format.message(3, 4, "next"));
                InputStream second = marshaller.stream(format.message(5, 6, "last"))) {
            closed.close();
            assertThatIOException().isThrownBy(closed::read);
            assertThatIOException().isThrownBy(() -> closed.read(new byte[9], 0, 9));
            assertThatIOException().isThrownBy(closed::available);
            assertThatIOException().isThrownBy(() -> closed.skip(1));
            assertThatIOException().isThrownBy(() -> ((Drainable) closed).drainTo(new ByteArrayOutputStream()));
            assertThat(format.text(marshaller.parse(second))).isEqualTo("last");
            assertThat(format.text(marshaller.parse(first))).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @EnumSource
    void streamsOpenAtOnceDoNotShareABuffer(WireFormat format) throws IOException {
        checkOpenAtOnce(format.format());
    }

    private static <M> void checkOpenAtOnce(MessageFormat<M> format) throws IOException {
        Marshaller<M> marshaller = format.marshaller();
        try (InputStream first = marshaller.stream(format.message(1, 1, "one"));
                InputStream second = marshaller.stream(format.message(2, 2, "two"))) {
            M foreign = Wire.roundTrip(marshaller, format.message(3, 3, "three"));
            assertThat(format.text(marshaller.parse(first))).isEqualTo("one");
            assertThat(format.text(marshaller.parse(second))).isEqualTo("two");
            assertThat(format.text(foreign)).isEqualTo("three");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfAnotherMarshallerOfTheFormatIsParsed(WireFormat format) throws IOException {
        checkOther(format.format(), format.format());
    }

    @SuppressWarnings("unchecked") // two formats of one constant have the same message
    private static <M> void checkOther(MessageFormat<M> format, MessageFormat<?> other) throws IOException {
        MessageFormat<M> same = (MessageFormat<M>) other;
        try (InputStream stream = same.marshaller().stream(same.message(4, 5, TEXT))) {
            assertThat(format.text(format.marshaller().parse(stream))).isEqualTo(TEXT);
        }
    }
}
