package dev.callcost.wireformat;

import net.openhft.chronicle.wire.Wire;

/**
 * The fields of a message type in a binary wire, by the wire's own methods.
 *
 * @param <M> the message
 */
interface WireFields<M> {
    /** Appends a message's fields. */
    void write(M message, Wire wire);

    /**
     * Reads a message out of bytes that are bounded.
     *
     * @throws RuntimeException if they are none
     */
    M read(WireValues values);
}
