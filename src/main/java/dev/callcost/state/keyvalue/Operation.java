package dev.callcost.state.keyvalue;

import com.google.protobuf.ByteString;

/**
 * One call to make, and how it may end.
 *
 * @param kind which method
 * @param key the key, at least one byte
 * @param value the value of a create or an update, at least one byte; null for the others
 */
public record Operation(Kind kind, ByteString key, ByteString value) {
    /** The methods of the service. */
    public enum Kind {
        /** Gives a new key a value. */
        CREATE,
        /** Reads a known key. */
        RETRIEVE,
        /** Gives a known key another value. */
        UPDATE,
        /** Takes a known key away. */
        DELETE
    }

    /** The ways in which a call may end in a sound run. */
    public enum Outcome {
        /** Done as asked. */
        OK,
        /** A create came upon a value: two creates of one short key were in flight, or its delete was still to come. */
        ALREADY_EXISTS,
        /** A retrieve or an update was overtaken by a delete. */
        NOT_FOUND
    }
}
