package dev.callcost.wireformat;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;

/**
 * A binary wire that checks the rest of a message before the library searches it for a field that is not the next one. To skip an unknown value, the
 * library may load types by name and unpack what it finds. Fields in the order of reading only cost a comparison of each name.
 */
final class CheckedWire extends BinaryWire {
    /** Far more characters than a field's name has. */
    private static final int BUILDER_LIMIT = 1024;

    CheckedWire(Bytes<?> bytes) {
        super(bytes);
    }

    @Override
    public ValueIn read(String name) {
        if (!isNext(name)) {
            requireFields(this);
        }
        return super.read(name);
    }

    /** The builder of names. It grows with each short text beyond Latin-1 that the library reads through it, see {@link WireValues}. */
    @Override
    protected StringBuilder acquireStringBuilder() {
        StringBuilder builder = super.acquireStringBuilder();
        if (builder.capacity() > BUILDER_LIMIT) {
            builder.trimToSize();
        }
        return builder;
    }

    private boolean isNext(String name) {
        long at = bytes.readPosition();
        if (bytes.peekUnsignedByte(at) != BinaryWireCode.FIELD_NAME0 + name.length()) {
            return false;
        }
        for (int n = 0; n < name.length(); n++) {
            if (bytes.peekUnsignedByte(at + 1 + n) != name.charAt(n)) {
                return false;
            }
        }
        return true;
    }

    /** Refuses unread bytes that are not fields with names of up to 31 characters and values that can be skipped by their length; reads none. */
    static void requireFields(Wire wire) {
        Bytes<?> bytes = wire.bytes();
        long start = bytes.readPosition();
        while (bytes.readRemaining() > 0) {
            int name = bytes.readUnsignedByte() - BinaryWireCode.FIELD_NAME0;
            requireThat(name >= 0 && name <= 31 && name < bytes.readRemaining(), "field's name", bytes);
            bytes.readSkip(name);
            int code = bytes.peekUnsignedByte();
            long length = beginsPlainValue(code) ? wire.getValueIn().readLength() : -1;
            requireThat(length >= 0 && length <= bytes.readRemaining(), "value that can be skipped", bytes);
            bytes.readSkip(length);
        }
        bytes.readPosition(start);
    }

    /** Whether a code is the first byte of a value that can be skipped by its length; false for -1, the end. */
    private static boolean beginsPlainValue(int code) {
        boolean nested = code >= BinaryWireCode.BYTES_LENGTH8 && code <= BinaryWireCode.BYTES_LENGTH32;
        boolean scalar = code >= 0 && code < BinaryWireCode.BYTES_LENGTH8
                || code >= BinaryWireCode.FLOAT32 && code < BinaryWireCode.TYPE_PREFIX
                || code == BinaryWireCode.NULL
                || code == BinaryWireCode.STRING_ANY
                || code >= BinaryWireCode.STRING_0;
        return nested || scalar;
    }

    private static void requireThat(boolean held, String what, Bytes<?> bytes) {
        if (!held) {
            throw new IORuntimeException("no " + what + " at byte " + bytes.readPosition());
        }
    }
}
