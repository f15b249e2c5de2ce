package dev.callcost.service.keyvalue.linearizability;

import java.util.Objects;

/**
 * One operation on one key as it was seen from outside.
 *
 * @param kind which
 * @param key on which key
 * @param value what a create or an update wrote, or what a retrieve read (null: nothing was there); null for a delete
 * @param done what a create or an update answered; true for the others
 * @param invoked stamp taken before the operation
 * @param returned stamp taken after it; stamps are all different
 */
record Event(Kind kind, int key, Integer value, boolean done, long invoked, long returned) {
    enum Kind {
        CREATE,
        RETRIEVE,
        UPDATE,
        DELETE
    }

    boolean endsBefore(Event other) {
        return returned < other.invoked;
    }

    boolean overlaps(Event other) {
        return !endsBefore(other) && !other.endsBefore(this);
    }

    /** Whether this event could happen, alone, to a key with this value (null: none). */
    boolean allowedAt(Integer state) {
        return switch (kind) {
            case CREATE -> done == (state == null);
            case RETRIEVE -> Objects.equals(value, state);
            case UPDATE -> done == (state != null);
            case DELETE -> true;
        };
    }

    /** The key's value (null: none) after this event. */
    Integer after(Integer state) {
        return switch (kind) {
            case CREATE, UPDATE -> done ? value : state;
            case RETRIEVE -> state;
            case DELETE -> null;
        };
    }
}
