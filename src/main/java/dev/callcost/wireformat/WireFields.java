package dev.callcost.wireformat;

import net.openhft.chronicle.wire.Wire;

/**
 * The fields of a message type in a binary wire, written and read by the wire's own methods.
 *
 * @param <M> the message
 */
interface WireFields<M> {
    void write(M message, Wire wire);

    /**
     * Reads a message from bounded bytes.
     *
     * @throws RuntimeException if they are no message
     */
    M read(WireValues values);
}
