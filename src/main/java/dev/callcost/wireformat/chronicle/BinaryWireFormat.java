package dev.callcost.wireformat.chronicle;

import dev.callcost.wireformat.MessageFormat;
import io.grpc.MethodDescriptor;
import java.util.Objects;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT): each field travels with its name and type.
 *
 * <p>Schema evolution: fields may come in any order, a missing one is 0, the empty text or no longs, an unknown one
 * is skipped, of two with one name the last counts. So input cut at the end of a field decodes.
 * Refused are: empty input, a known field of another type, names above 31
 * characters, and unknown values that name a Java class or do not tell their length. Text is Chronicle's
 * UTF-8, in which each surrogate is three bytes of its own: every Java string survives, unpaired surrogates too, while
 * the four-byte sequences of other writers are refused.
 */
public final class BinaryWireFormat implements MessageFormat<BinaryWireFormat.Message> {
    private final BufferMarshaller<Message> marshaller =
            new BufferMarshaller<>("BINARY_WIRE", () -> new BinaryWireBuffer());

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
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
        return message.text();
    }

    @Override
    public long[] longs(Message message) {
        return message.longs();
    }

    @Override
    public MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    /** The message: just its fields. */
    public record Message(int k, int i, String text, long[] longs) {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }
}
