package dev.callcost.wireformat;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire's binary form without names ({@link WireType#FIELDLESS_BINARY}): the values of {@link BinaryWireFormat} in order, each with its
 * type, by the same methods of the library, which takes the next value for the requested one.
 *
 * <p>No schema evolution: reader and writer must agree on every value and its place, so the longs are written even when there are none; a number may
 * have another width. The format refuses a value too few or too many, a name, padding or a comment between values, and what BINARY_WIRE refuses.
 */
public final class FieldlessWireFormat extends PlainCalls {
    FieldlessWireFormat() {
        super(new BufferMarshaller<>(
                "FIELDLESS_WIRE", () -> new WholeBuffer<>(BinaryWireFormat.CallFields.WITH_LONGS_ALWAYS)));
    }

    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(
                new BufferMarshaller<>("FIELDLESS_WIRE", () -> new WholeBuffer<>(BinaryWireFormat.QuoteFields.ALL)));
    }

    private static final class WholeBuffer<M> extends BinaryWireFormat.Buffer<M> {
        WholeBuffer(BinaryWireFormat.Fields<M> fields) {
            super(FieldlessWire::new, fields);
        }

        @Override
        protected M read() {
            M message = super.read();
            requireEnd();
            return message;
        }
    }

    /**
     * Checks the first byte of each value before the library reads it. The library would read a name there, search the rest for the requested field,
     * and read a missing value as 0.
     */
    private static final class FieldlessWire extends BinaryWire {
        FieldlessWire(Bytes<?> bytes) {
            super(bytes, false, false, true, Integer.MAX_VALUE, "binary"); // as the wire type creates it
        }

        @Override
        public ValueIn read(String name) {
            if (!CheckedWire.beginsPlainValue(bytes.peekUnsignedByte())) {
                throw new IORuntimeException("no value for " + name + " at byte " + bytes.readPosition());
            }
            return super.read(name);
        }
    }
}
