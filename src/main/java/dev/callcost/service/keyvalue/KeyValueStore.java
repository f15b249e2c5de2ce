package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;

/** A map with the four operations of the service. Unlike in the source, keys and values are not wrapped, and a retrieved value is not copied. */
public interface KeyValueStore {
    /** @return false, and nothing changed, when the key already has a value */
    boolean create(ByteString key, ByteString value);

    /** @return null when the key has no value */
    ByteString retrieve(ByteString key);

    /** @return false, and nothing changed, when the key has no value */
    boolean update(ByteString key, ByteString value);

    /** Removes a key's value, if it has one. */
    void delete(ByteString key);
}
