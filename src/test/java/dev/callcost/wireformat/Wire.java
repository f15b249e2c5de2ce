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

/** Encodes and decodes as gRPC does between two processes. */
final class Wire {
    private Wire() {}

    /** The format with messages of any type, which are its own all the same. */
    @SuppressWarnings("unchecked")
    static CallFormat<Object> calls(WireFormat format) {
        return (CallFormat<Object>) format.calls();
    }

    /** See {@link #calls}. */
    @SuppressWarnings("unchecked")
    static QuoteFormat<Object> quotes(WireFormat format) {
        return (QuoteFormat<Object>) format.quotes();
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

    static <M> M roundTrip(MessageFormat<M> format, M message) {
        return roundTrip(format.marshaller(), message);
    }

    static <M> M roundTrip(Marshaller<M> marshaller, M message) {
        return decode(marshaller, encode(marshaller, message));
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
