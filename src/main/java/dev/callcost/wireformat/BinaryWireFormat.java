package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.Wire;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT), written as its documentation writes messages: each field
 * is encoded with its name and type. Numbers take the library's shortest form that keeps them.
 *
 * <p>Schema evolution: fields may come in any order, a missing field is 0, the empty text or no longs, an unknown field
 * is skipped, and the first of two fields with one name counts. Text is Chronicle's UTF-8, which writes each surrogate
 * as three bytes, so every Java string survives.
 *
 * <p>The library trusts its input, and nothing here checks a message before the library reads it. A malformed message
 * may read as another message, take memory of any size, or load a class that it names. So only clients on this host may
 * send this format.
 */
public class BinaryWireFormat implements CallFormat<BinaryWireFormat.BinaryMessage> {
    private final MethodDescriptor.Marshaller<BinaryMessage> marshaller;

    BinaryWireFormat() {
        this(new BufferMarshaller<>("BINARY_WIRE", BinaryBuffer::new));
    }

    BinaryWireFormat(MethodDescriptor.Marshaller<BinaryMessage> marshaller) {
        this.marshaller = marshaller;
    }

    public record BinaryMessage(int k, int i, String text, long[] longs) {
        public BinaryMessage {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    @Override
    public final BinaryMessage message(int k, int i, String text, long[] longs) {
        return new BinaryMessage(k, i, text, longs);
    }

    @Override
    public final int k(BinaryMessage message) {
        return message.k();
    }

    @Override
    public final int i(BinaryMessage message) {
        return message.i();
    }

    @Override
    public final String text(BinaryMessage message) {
        return message.text();
    }

    @Override
    public final long[] longs(BinaryMessage message) {
        return message.longs();
    }

    @Override
    public final MethodDescriptor.Marshaller<BinaryMessage> marshaller() {
        return marshaller;
    }

    static void write(BinaryMessage message, Wire wire) {
        wire.write("k").int32(message.k());
        wire.write("i").int32(message.i());
        wire.write("text").text(message.text());
        long[] longs = message.longs();
        if (longs.length > 0) {
            wire.write("longs").array(longs, longs.length);
        }
    }

    static BinaryMessage read(Wire wire, WireValues values) {
        int k = wire.read("k").int32();
        int i = wire.read("i").int32();
        String text = values.text(wire.read("text"));
        return new BinaryMessage(k, i, text, values.longs(wire.read("longs")));
    }

    private static final class BinaryBuffer extends MessageBuffer<BinaryMessage> {
        private final Wire wire = new BinaryWire(bytes);
        private final WireValues values = new WireValues();

        @Override
        protected void write(BinaryMessage message) {
            wire.clear();
            BinaryWireFormat.write(message, wire);
        }

        @Override
        protected BinaryMessage read() {
            wire.getValueIn().resetState();
            return BinaryWireFormat.read(wire, values);
        }

        @Override
        protected int retained() {
            return super.retained() + values.retained();
        }
    }
}
