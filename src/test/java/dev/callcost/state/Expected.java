package dev.callcost.state;

import dev.callcost.wireformat.CallFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** What the first operation on a content's messages returns, which uses message 1. */
public final class Expected {
    private Expected() {}

    /** The length of the encoded message. */
    public static <M> int encoded(MessageContent content, CallFormat<M> format) {
        return bytes(format, message(content, format)).length;
    }

    static <M> byte[] bytes(CallFormat<M> format, M message) {
        try (InputStream stream = format.marshaller().stream(message)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The combined fields of the message. */
    public static <M> int decoded(MessageContent content, CallFormat<M> format) {
        return MessageContent.combined(format, message(content, format));
    }

    private static <M> M message(MessageContent content, CallFormat<M> format) {
        return content.messages(format).skip(1).findFirst().orElseThrow();
    }
}
