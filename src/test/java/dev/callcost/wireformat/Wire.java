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

    /** The message's bytes. */
    static <M> byte[] encode(Marshaller<M> marshaller, M message) {
        try (InputStream stream = marshaller.stream(message)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The message that a received frame of known length decodes to. */
    static <M> M decode(Marshaller<M> marshaller, byte[] bytes) {
        return marshaller.parse(new Frame(bytes));
    }

    /** Encodes and decodes. */
    static <M> M roundTrip(Marshaller<M> marshaller, M message) {
        return decode(marshaller, encode(marshaller, message));
    }

    /** That decoding ends as gRPC's callers are told it does. */
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
