package dev.callcost.service.keyvalue;

import static dev.callcost.service.keyvalue.Linearizability.Event.Kind.CREATE;
import static dev.callcost.service.keyvalue.Linearizability.Event.Kind.DELETE;
import static dev.callcost.service.keyvalue.Linearizability.Event.Kind.RETRIEVE;
import static org.assertj.core.api.Assertions.assertThat;

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
    void agreesWithTryingEveryOrder() {
        int histories = 2000;
        int linearizable = 0;
        for (int seed = 1; seed <= histories; seed++) {
            List<Event> history = randomHistory(new Random(seed), 2 + seed % 5);
            boolean expected = someOrderExplains(history, Map.of());
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
    private static boolean someOrderExplains(List<Event> history, Map<Integer, Integer> map) {
        if (history.isEmpty()) {
            return true;
        }
        return history.stream().anyMatch(first -> {
            List<Event> rest = history.stream().filter(event -> event != first).toList();
            Map<Integer, Integer> after = new HashMap<>(map);
            return rest.stream().noneMatch(event -> event.endsBefore(first))
                    && answersAs(first, after)
                    && someOrderExplains(rest, after);
        });
    }

    private static boolean answersAs(Event event, Map<Integer, Integer> map) {
        return switch (event.kind()) {
            case CREATE -> event.done() == (map.putIfAbsent(event.key(), event.value()) == null);
            case RETRIEVE -> Objects.equals(event.value(), map.get(event.key()));
            case UPDATE -> event.done() == (map.replace(event.key(), event.value()) != null);
            case DELETE -> {
                map.remove(event.key());
                yield true;
            }
        };
    }

    private static Event event(Kind kind, Integer value, boolean done, long invoked, long returned) {
        return new Event(kind, 1, value, done, invoked, returned);
    }
}
