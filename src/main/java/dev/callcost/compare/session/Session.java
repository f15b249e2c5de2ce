package dev.callcost.compare.session;

import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.SessionEvent.Cause;
import dev.callcost.compare.session.SessionEvent.ChosenRow;
import dev.callcost.compare.session.SessionEvent.CpuNeed;
import dev.callcost.compare.session.SessionEvent.Explained;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.compare.session.SessionEvent.Warming;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.reach.Reach;
import dev.callcost.reach.RowReach;
import dev.callcost.stats.VerdictRule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * One run of a comparison while it is measured or as {@link SessionFile} holds it, or the part of it that belongs to
 * one row.
 *
 * @param changed what differs between the jars, which rows run it, and their work
 * @param events in the order they came
 */
public record Session(Header header, ReachedRows changed, List<SessionEvent> events) {
    /** A row is given up when so many of its forks have failed. */
    public static final int FAILURES = 3;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * What a session began with.
     *
     * @param start when it began: ISO 8601, UTC
     * @param base jar, JVM and arguments of base in one line
     */
    public record Header(
            String start, String machine, String base, String head, SessionRows matched, SessionSettings settings) {
        public Header {
            Stream.of(start, machine, base, head).forEach(Objects::requireNonNull);
        }

        public List<RowKey> rows() {
            return matched.rows();
        }

        public List<RowKey> onlyInBase() {
            return matched.onlyInBase();
        }

        public List<RowKey> onlyInHead() {
            return matched.onlyInHead();
        }

        /**
         * What another session measured differently, by the options that choose it; none where this one can go on with
         * it.
         */
        public List<String> unlike(Header other) {
            Map<String, Boolean> alike = new LinkedHashMap<>();
            alike.put("the machine", machine.equals(other.machine));
            alike.put("base", base.equals(other.base));
            alike.put("head", head.equals(other.head));
            alike.put("the rows", matched.equals(other.matched));
            alike.put("--margin", settings.margin() == other.settings.margin());
            alike.put("--shard", Objects.equals(settings.shard(), other.settings.shard()));
            alike.put("--metric", settings.metrics().equals(other.settings.metrics()));
            return alike.entrySet().stream()
                    .filter(it -> !it.getValue())
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    public Session(Header header) {
        this(header, ReachedRows.none(), new ArrayList<>());
    }

    private static void require(boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("a part of the wrong kind");
        }
    }

    /** The session with what differs between the jars. */
    public Session with(Reach reach) {
        return new Session(header, changed.with(reach), events);
    }

    /** The part that belongs to a row. */
    public Session of(RowKey row) {
        return new Session(
                header,
                changed,
                events.stream().filter(event -> event.row().equals(row)).collect(Collectors.toList()));
    }

    public void add(RowReach reached) {
        require(header.rows().contains(reached.row()));
        changed.rows().put(reached.row(), reached);
    }

    public void add(CountedRow counted) {
        require(header.rows().contains(counted.row()));
        changed.counted().put(counted.row(), counted);
    }

    /** @throws IllegalArgumentException when the session has no such row */
    public void add(SessionEvent event) {
        require(header.rows().contains(event.row()));
        events.add(event);
    }

    /** The events of a kind, in their order. */
    public <T extends SessionEvent> List<T> all(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The pairs in the order they were measured, without those that a warming dropped. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (SessionEvent event : events) {
            if (event instanceof Pair pair) {
                pairs.add(pair);
            } else if (event instanceof Warming warming && !warming.isGivenUp()) {
                pairs.removeIf(pair -> !pair.isFirst() && pair.row().equals(warming.row()));
            }
        }
        return pairs;
    }

    /** How long all scouts took together, with the counts of work. */
    public Duration scouted() {
        return duration(changed.rows().values().stream().mapToDouble(RowReach::seconds))
                .plus(counted());
    }

    /** How long all counts of work took together. */
    public Duration counted() {
        return duration(changed.counted().values().stream().mapToDouble(CountedRow::seconds));
    }

    private static Duration duration(DoubleStream seconds) {
        return Duration.ofNanos(Math.round(NANOS_PER_SECOND * seconds.sum()));
    }

    /** How long scouts, counts and pairs took together. */
    public Duration spent() {
        return scouted().plus(measured());
    }

    /** How long all pairs took together, dropped ones too. */
    public Duration measured() {
        return Duration.ofNanos(
                all(Pair.class).stream().mapToLong(Pair::elapsed).sum()
                        + all(CpuNeed.class).stream()
                                .mapToLong(need -> Math.round(NANOS_PER_SECOND * need.seconds()))
                                .sum());
    }

    public List<Row> forks() {
        return pairs().stream()
                .flatMap(pair -> Stream.of(pair.base(), pair.head()))
                .toList();
    }

    public Map<RowKey, Cause> causes() {
        return all(Explained.class).stream()
                .collect(Collectors.toMap(Explained::row, Explained::cause, (first, second) -> first));
    }

    /** Whether forks of pairs have run. */
    public boolean hasBegun() {
        return events.stream().anyMatch(event -> !(event instanceof ChosenRow || event instanceof CpuNeed));
    }

    /** Dropped pairs included. */
    public boolean hasMeasured() {
        return !all(Pair.class).isEmpty();
    }

    public static List<Session> inOrder(List<Session> sessions) {
        return sessions.stream()
                .sorted(Comparator.comparing(session -> session.header.start))
                .toList();
    }

    /**
     * The rows of two sides by their keys.
     *
     * @param rows that both sides have
     */
    public record SessionRows(List<RowKey> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead) {
        public SessionRows {
            Stream.of(rows, onlyInBase, onlyInHead).flatMap(List::stream).forEach(RowKey::label);
            if (rows.isEmpty()) {
                throw new IllegalArgumentException("no rows");
            }
        }
    }

    /** A jar of a side, and what the side runs it with, as the first line of a session's log has it. */
    public record SideDescription(
            String jar, String sha256, Map<String, String> versions, String jvm, List<String> arguments) {}

    /**
     * How pairs are measured and judged.
     *
     * @param margin the relative difference that does not matter
     * @param seed of the order of rows and of sides
     * @param shard which part of the rows is measured; null for all
     * @param metrics what is judged in addition to the scores, see {@link MetricChoice}
     */
    public record SessionSettings(double margin, long seed, Shard shard, List<String> metrics) {
        /** @throws IllegalArgumentException for what is no margin, or no metric */
        public SessionSettings {
            metrics.forEach(MetricChoice::parse);
            new VerdictRule(margin, VerdictRule.ALPHA);
        }

        /** How many machines share the level. */
        public int shards() {
            return shard == null ? 1 : shard.count();
        }

        public List<MetricChoice> choices() {
            return metrics.stream().map(MetricChoice::parse).toList();
        }
    }

    /**
     * A part of all rows that one machine measures: those whose names have a hash that belongs to it.
     *
     * @param index from 1
     */
    public record Shard(int index, int count) {
        private static final Pattern FORM = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

        public Shard {
            if (index < 1 || index > count) {
                throw new IllegalArgumentException(
                        "a shard is one of its count, such as 2/8, was " + index + "/" + count);
            }
        }

        /** @throws IllegalArgumentException when the text is no shard, such as {@code 2/8} */
        public static Shard parse(String text) {
            Matcher parts = FORM.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "a shard is a number and how many there are, such as 2/8, was " + text);
            }
            return new Shard(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
        }

        public boolean has(RowKey row) {
            CRC32 hash = new CRC32();
            hash.update(row.label().getBytes(StandardCharsets.UTF_8));
            return hash.getValue() % count == index - 1;
        }

        @Override
        public String toString() {
            return index + "/" + count;
        }
    }
}
