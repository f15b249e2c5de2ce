package dev.callcost.wireformat.gson;

import dev.callcost.wireformat.MessageFormat;
import io.grpc.MethodDescriptor;
import java.util.Objects;

/**
 * JSON text in UTF-8 by Gson's reflection over a record.
 *
 * <p>Schema evolution: fields go by name and may come in any order, a missing one is 0, the empty text or no longs, an
 * unknown one is skipped, of two with one name the last counts. An unpaired surrogate is written as '?', as the JDK's
 * UTF-8 does with it; one that another writer has written as an escape is read.
 *
 * <p>Refused are whatever RFC 8259 does not allow, malformed UTF-8, anything but whitespace after the message, a null, and
 * a value of another type. A number with a fraction or an exponent or beyond a long is read as a double: 1.0 and 1e0 are
 * integers, above 2^53 such a number may come out as its neighbour, and 2^63 as 2^63 - 1.
 */
public final class GsonFormat implements MessageFormat<GsonFormat.Message> {
    private final GsonMarshaller marshaller = new GsonMarshaller();

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, Objects.requireNonNull(text), longs.length == 0 ? null : longs);
    }

    @Override
    public int k(Message message) {
        return message.k();
    }

    @Override
    public int i(Message message) {
        return message.i();
    }

    @Override
    public String text(Message message) {
        return message.text() == null ? "" : message.text();
    }

    @Override
    public long[] longs(Message message) {
        return message.longs() == null ? NO_LONGS : message.longs();
    }

    @Override
    public MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    /** The message as Gson sees it: null is a field that is not there. */
    public record Message(int k, int i, String text, long[] longs) {}
}
