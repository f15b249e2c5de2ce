package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;

/**
 * A call to make.
 *
 * @param kind which method
 * @param key at least one byte
 * @param value of a create or an update, at least one byte; null for the others
 */
public record Operation(Kind kind, ByteString key, ByteString value) {
    public enum Kind {
        CREATE,
        RETRIEVE,
        UPDATE,
        DELETE
    }

    /** The expected ends of a call. */
    public enum Outcome {
        OK,
        /** The key of a create had a value: two creates of one short key were in flight, or its delete came later. */
        ALREADY_EXISTS,
        /** A delete overtook the retrieve or update. */
        NOT_FOUND
    }
}
