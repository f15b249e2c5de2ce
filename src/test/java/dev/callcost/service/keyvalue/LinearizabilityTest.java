package dev.callcost.service.keyvalue;

import static dev.callcost.service.keyvalue.Linearizability.Event.Kind.CREATE;
import static dev.callcost.service.keyvalue.Linearizability.Event.Kind.DELETE;
import static dev.callcost.service.keyvalue.Linearizability.Event.Kind.RETRIEVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.service.keyvalue.Linearizability.Event;
import dev.callcost.service.keyvalue.Linearizability.Event.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The checker itself, against trying every order. */
class LinearizabilityTest {
    @Test
    void keysDoNotAnswerForEachOther() {
        Event create = new Event(CREATE, 1, 7, true, 1, 2);
        assertThat(Linearizability.holdsFor(List.of(create, new Event(RETRIEVE, 2, null, true, 3, 4))))
                .isTrue();
        assertThat(Linearizability.holdsFor(List.of(create, new Event(RETRIEVE, 1, null, true, 3, 4))))
                .isFalse();
    }

    @Test
    void moreOperationsThanBitsAreRefused() {
        List<Event> long65 = LongStream.range(0, 65)
                .mapToObj(n -> event(RETRIEVE, null, true, 2 * n, 2 * n + 1))
                .toList();
        assertThat(Linearizability.holdsFor(long65.subList(0, 64))).isTrue();
        assertThatThrownBy(() -> Linearizability.holdsFor(long65)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void agreesWithTryingEveryOrder() {
        int histories = 2000;
        int linearizable = 0;
        for (int seed = 1; seed <= histories; seed++) {
            List<Event> history = randomHistory(new Random(seed), 2 + seed % 5);
            boolean expected = someOrderExplains(history, List.of());
            assertThat(Linearizability.holdsFor(history)).as("seed %d", seed).isEqualTo(expected);
            linearizable += expected ? 1 : 0;
        }
        assertThat(linearizable).as("both verdicts are tried").isBetween(50, histories - 50);
    }

    private static List<Event> randomHistory(Random random, int size) {
        List<Integer> stamps = IntStream.range(0, 2 * size).boxed().collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(stamps, random);
        List<Event> history = new ArrayList<>();
        for (int n = 0; n < size; n++) {
            Kind kind = Kind.values()[random.nextInt(4)];
            Integer value = switch (kind) {
                case CREATE, UPDATE -> n;
                case RETRIEVE -> random.nextInt(3) == 0 ? null : Integer.valueOf(random.nextInt(size));
                case DELETE -> null;
            };
            boolean done = kind == RETRIEVE || kind == DELETE || random.nextBoolean();
            int one = stamps.get(2 * n);
            int two = stamps.get(2 * n + 1);
            history.add(event(kind, value, done, Math.min(one, two), Math.max(one, two)));
        }
        return history;
    }

    /** The definition: some order of all keeps what did not overlap, and a map answers as was answered. */
    private static boolean someOrderExplains(List<Event> history, List<Event> order) {
        if (order.size() == history.size()) {
            return keepsTime(order) && replays(order);
        }
        for (Event event : history) {
            if (!order.contains(event)) {
                List<Event> longer = new ArrayList<>(order);
                longer.add(event);
                if (someOrderExplains(history, longer)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean keepsTime(List<Event> order) {
        for (int later = 0; later < order.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                if (order.get(later).endsBefore(order.get(earlier))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean replays(List<Event> order) {
        Map<Integer, Integer> map = new HashMap<>();
        for (Event event : order) {
            boolean same = switch (event.kind()) {
                case CREATE -> event.done() == (map.putIfAbsent(event.key(), event.value()) == null);
                case RETRIEVE -> Objects.equals(event.value(), map.get(event.key()));
                case UPDATE -> event.done() == (map.replace(event.key(), event.value()) != null);
                case DELETE -> {
                    map.remove(event.key());
                    yield true;
                }
            };
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static Event event(Kind kind, Integer value, boolean done, long invoked, long returned) {
        return new Event(kind, 1, value, done, invoked, returned);
    }
}
