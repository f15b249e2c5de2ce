package dev.callcost.service.keyvalue;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells whether a history of a key-value store is linearizable: whether each operation can be put at one instant between its stamps
 * so that a map used by one thread would have answered the same.
 *
 * <p>Sources: M. P. Herlihy and J. M. Wing, "Linearizability: A Correctness Condition for Concurrent Objects", 1990, whose locality
 * lets each key be checked by itself; J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects", 1993, for the search; G.
 * Lowe, "Testing for Linearizability", 2017, for remembering which sets of operations led nowhere from which state.
 */
final class Linearizability {
    private final List<Event> events;
    private final Set<Position> deadEnds = new HashSet<>();

    private Linearizability(List<Event> events) {
        this.events = events;
    }

    /** Checks a history that begins with an empty store, key by key. A key may have 64 events at most. */
    static boolean holdsFor(Collection<Event> history) {
        return history.stream().collect(Collectors.groupingBy(Event::key)).values().stream()
                .allMatch(ofKey -> new Linearizability(ofKey).completes(new Position(0, null)));
    }

    /** Whether the events that are not yet placed can follow. */
    private boolean completes(Position position) {
        if (Long.bitCount(position.placed) == events.size()) {
            return true;
        }
        if (deadEnds.contains(position)) {
            return false;
        }
        for (int n = 0; n < events.size(); n++) {
            Event event = events.get(n);
            if (!position.has(n)
                    && event.allowedAt(position.state)
                    && mayBeNext(event, position)
                    && completes(position.with(n, event))) {
                return true;
            }
        }
        deadEnds.add(position);
        return false;
    }

    /** An event cannot be placed before one that had ended when it began. */
    private boolean mayBeNext(Event event, Position position) {
        for (int n = 0; n < events.size(); n++) {
            if (!position.has(n) && events.get(n).endsBefore(event)) {
                return false;
            }
        }
        return true;
    }

    /** Which events are placed, one bit each, and the key's value after them. */
    private record Position(long placed, Integer state) {
        boolean has(int n) {
            return (placed & 1L << n) != 0;
        }

        Position with(int n, Event event) {
            return new Position(placed | 1L << n, event.after(state));
        }
    }

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
}
