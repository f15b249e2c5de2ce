package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Encodes and decodes as gRPC does between two processes. */
final class Wire {
    private Wire() {}

    /** The format with messages of any type, which are its own all the same. */
    @SuppressWarnings("unchecked")
    static CallFormat<Object> calls(WireFormat format) {
        return (CallFormat<Object>) format.calls();
    }

    /** The message of a number; different ones for different numbers, and texts of many lengths, narrow and wide. */
    static <M> M message(CallFormat<M> format, int n) {
        String text = ((n % 2 == 0 ? Texts.CJK : "-") + n).repeat(1 + n % 30);
        return format.message(
                n, ~n, text, LongStream.range(0, n % 12).map(at -> at * n).toArray());
    }

    /** All fields of a message. */
    static <M> List<Object> fields(CallFormat<M> format, M message) {
        return List.of(
                format.k(message),
                format.i(message),
                format.text(message),
                Arrays.stream(format.longs(message)).boxed().collect(Collectors.toList()));
    }

    static <M> byte[] encode(Marshaller<M> marshaller, M message) {
        try (InputStream stream = marshaller.stream(message)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <M> M decode(Marshaller<M> marshaller, byte[] bytes) {
        return marshaller.parse(new Frame(bytes));
    }

    static <M> M roundTrip(CallFormat<M> format, M message) {
        return decode(format.marshaller(), encode(format.marshaller(), message));
    }

    static void assertRefused(Runnable decoding) {
        assertThatThrownBy(decoding::run).isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
            assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
            assertThat(e.getStatus().getDescription()).isNotBlank();
            assertThat(e.getStatus().getCause()).isNotNull();
        });
    }

    /** A received frame. */
    static class Frame extends ByteArrayInputStream implements KnownLength {
        Frame(byte[] bytes) {
            super(bytes);
        }
    }
}
