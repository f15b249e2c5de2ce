package dev.callcost.state;

import dev.callcost.service.CallFunction;
import dev.callcost.state.MessageContent.Drawn;
import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** What operations on a content's messages return. The first operation uses message 1. */
public final class Expected {
    private Expected() {}

    /** The length of the encoded nth message. */
    public static int encoded(MessageContent content, WireFormat format, int n) {
        return encoded(content.content().in(format), n);
    }

    private static <M> int encoded(Drawn<M> drawn, int n) {
        return bytes(drawn.format(), nth(drawn, n)).length;
    }

    static <M> byte[] bytes(MessageFormat<M> format, M message) {
        try (InputStream stream = format.marshaller().stream(message)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The combined fields of the nth message. */
    public static int decoded(MessageContent content, WireFormat format, int n) {
        return decoded(content.content().in(format), n);
    }

    private static <M> int decoded(Drawn<M> drawn, int n) {
        return drawn.combined().applyAsInt(nth(drawn, n));
    }

    /** The answer of a call with message 1. */
    public static int answered(MessageContent content, int k, int i) {
        Object message = nth(content.content().in(WireFormat.PROTOBUF), 1);
        return message instanceof Quote quote ? quote.getAskSize() : CallFunction.apply(k, i);
    }

    private static <M> M nth(Drawn<M> drawn, int n) {
        return drawn.messages().skip(n).findFirst().orElseThrow();
    }
}
