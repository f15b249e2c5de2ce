package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;

/**
 * A map from keys to values with the four operations of the service.
 *
 * <p>Keys and values are kept as they come: unlike in the source, nothing is wrapped, and a retrieved value is not copied.
 */
public interface KeyValueStore {
    /**
     * Gives a key its first value.
     *
     * @return false, and nothing changed, when the key has a value already
     */
    boolean create(ByteString key, ByteString value);

    /**
     * Reads a key's value.
     *
     * @return null when it has none
     */
    ByteString retrieve(ByteString key);

    /**
     * Gives a key another value.
     *
     * @return false, and nothing changed, when it has none
     */
    boolean update(ByteString key, ByteString value);

    /** Takes a key's value away. A key without one is no error. */
    void delete(ByteString key);
}
