package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;
import java.util.function.Function;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT) as its documentation writes messages: each field travels with its name
 * and type, see {@link WireFields}.
 *
 * <p>Schema evolution: fields may come in any order, a missing one is 0, the empty text or no longs, an unknown one
 * is skipped, of two with one name the first counts, and what follows the last field is not looked at. So input cut at the end of a
 * field decodes. Text is Chronicle's UTF-8, in which each surrogate is three bytes of its own: every Java string survives, unpaired
 * surrogates too, while the four-byte sequences of other writers are refused. Overlong sequences are read.
 */
public class BinaryWireFormat implements MessageFormat<BinaryWireFormat.Message> {
    private final MethodDescriptor.Marshaller<Message> marshaller;

    /** The format. */
    public BinaryWireFormat() {
        this(new BufferMarshaller<>("BINARY_WIRE", () -> new Buffer(CheckedWire::new)));
    }

    /** The same messages, encoded by another marshaller. */
    BinaryWireFormat(MethodDescriptor.Marshaller<Message> marshaller) {
        this.marshaller = marshaller;
    }

    @Override
    public final Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public final int k(Message message) {
        return message.k();
    }

    @Override
    public final int i(Message message) {
        return message.i();
    }

    @Override
    public final String text(Message message) {
        return message.text();
    }

    @Override
    public final long[] longs(Message message) {
        return message.longs();
    }

    @Override
    public final MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    /** The message: just its fields. */
    public record Message(int k, int i, String text, long[] longs) {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    /** One wire for all messages that the buffer ever holds. */
    static class Buffer extends MessageBuffer<Message> {
        /** Over {@link #bytes}. */
        protected final Wire wire;

        private final WireFields fields;

        /** A buffer with the wire that is made over its bytes. */
        Buffer(Function<Bytes<?>, Wire> newWire) {
            wire = newWire.apply(bytes);
            fields = new WireFields(wire);
        }

        @Override
        protected void write(Message message) {
            wire.clear();
            WireFields.write(message, wire);
        }

        @Override
        protected Message read() {
            wire.getValueIn().resetState();
            fields.bound();
            return fields.read();
        }

        @Override
        protected int retained() {
            return super.retained() + fields.retained();
        }
    }
}
