package dev.callcost.wireformat;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire's binary form without names ({@link WireType#FIELDLESS_BINARY}): the values of {@link BinaryWireFormat} in their order,
 * each with its type, by the same methods of the library, which writes no name then and takes the next value for the one that is asked for.
 *
 * <p>No schema evolution: reader and writer must agree on every value and its place. So the longs are there when they are none. Numbers
 * and text are those of {@link BinaryWireFormat}; a number may come in another width.
 *
 * <p>Refused are a value too few or too many, a name, padding or a comment between values, and the values that BINARY_WIRE refuses.
 */
public final class FieldlessWireFormat extends BinaryWireFormat {
    /** The format. */
    public FieldlessWireFormat() {
        super(new BufferMarshaller<>("FIELDLESS_WIRE", () -> new WholeBuffer<>(CallFields.WITH_LONGS_ALWAYS)));
    }

    /** The format of quotes. */
    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new BufferMarshaller<>("FIELDLESS_WIRE", () -> new WholeBuffer<>(QuoteFields.ALL)));
    }

    /** Holds a message's values, no more. */
    private static final class WholeBuffer<M> extends Buffer<M> {
        WholeBuffer(WireFields<M> fields) {
            super(FieldlessWire::new, fields);
        }

        @Override
        protected M read() {
            M message = super.read();
            if (bytes.readRemaining() > 0) {
                throw new IORuntimeException(bytes.readRemaining() + " bytes follow the message");
            }
            return message;
        }
    }

    /**
     * Looks at the first byte of each value before the library does, which would read a name that stands there, search the rest for the
     * field that is asked for, and take a value that is missing for 0.
     */
    private static final class FieldlessWire extends BinaryWire {
        FieldlessWire(Bytes<?> bytes) {
            super(bytes, false, false, true, Integer.MAX_VALUE, "binary"); // what the wire type makes
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
