package dev.callcost.report;

import dev.callcost.bill.BillReport.Spent;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Cell;
import dev.callcost.ladder.Rung;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Key;
import dev.callcost.plot.Picture.Lane;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What bills say in a sentence, and their picture: bars to one scale, and shares by group. */
final class Bills {
    private static final int LANE = 30;
    private static final String THREADS = "threads and wake-ups";
    private static final String KERNEL = "kernel I/O";
    private static final String OTHER = "locks, queues, other";

    /** The colours of a picture. */
    private static final int MOST_GROUPS = 7;

    /** Smaller shares of a bar have no percentage on them. */
    private static final double WORTH_A_NUMBER = 0.11;

    private static final Map<String, String> GROUPS = Map.ofEntries(
            Map.entry("park and unpark", THREADS),
            Map.entry("loop wake-ups", THREADS),
            Map.entry("virtual threads", THREADS),
            Map.entry("write", KERNEL),
            Map.entry("read", KERNEL),
            Map.entry("epoll_wait", KERNEL),
            Map.entry("netty", "netty"),
            Map.entry("netty buffers", "netty"),
            Map.entry("HTTP/2 codec", "HTTP/2"),
            Map.entry("grpc-netty", "HTTP/2"),
            Map.entry("gRPC", "gRPC or RMI itself"),
            Map.entry("RMI", "gRPC or RMI itself"),
            Map.entry("protobuf", "serialization"),
            Map.entry("wire format", "serialization"),
            Map.entry("Java serialization", "serialization"),
            Map.entry("Chronicle Wire", "serialization"),
            Map.entry("Gson", "serialization"),
            Map.entry("monitors", OTHER),
            Map.entry("selector", OTHER),
            Map.entry("queues and executors", OTHER),
            Map.entry("memory", OTHER),
            Map.entry("service", OTHER),
            Map.entry("other", OTHER));

    private static final Map<String, String> KINDS = Map.of(
            THREADS,
            "threads",
            KERNEL,
            "kernel",
            "netty",
            "netty",
            "HTTP/2",
            "http2",
            "gRPC or RMI itself",
            "grpc",
            "serialization",
            "codec",
            OTHER,
            "other");

    private final List<Spent> bills;
    private final Map<Cell, String> rungs;
    private final RowNames names;

    /** The groups with their kinds, the largest first and the rest last. */
    private final Map<String, String> kinds = new LinkedHashMap<>();

    Bills(List<Spent> bills) {
        this.bills = bills;
        rungs = Rung.ALL.stream()
                .collect(Collectors.toMap(
                        rung -> Cell.of(new RowKey("suite." + rung.benchmark(), "avgt", rung.params())),
                        rung -> rung.name().replace(" (base cell)", ""),
                        (one, other) -> one));
        names = new RowNames(bills.stream().map(Spent::row).toList());
        Map<String, Double> all = new TreeMap<>();
        bills.forEach(bill -> bill.nanosByIngredient()
                .forEach((name, nanos) -> all.merge(raw(name), nanos / sum(bill), Double::sum)));
        List<String> free = new ArrayList<>(List.of("threads", "kernel", "netty", "http2", "grpc", "codec"));
        free.removeAll(
                all.keySet().stream().map(it -> KINDS.getOrDefault(it, "")).toList());
        all.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .filter(group -> !group.equals(OTHER) && (KINDS.containsKey(group) || !free.isEmpty()))
                .limit(MOST_GROUPS - 1)
                .forEach(group -> kinds.put(group, KINDS.containsKey(group) ? KINDS.get(group) : free.remove(0)));
        kinds.put(OTHER, "other");
    }

    /** The group of a category; a category that is in none is one of its own. */
    private static String raw(String category) {
        String whole = category.split(": ")[0];
        return GROUPS.getOrDefault(whole, whole);
    }

    private static double sum(Spent bill) {
        return bill.nanosByIngredient().values().stream().mapToDouble(it -> it).sum();
    }

    /** The shares of a bill by group. */
    private Map<String, Double> shares(Spent bill) {
        Map<String, Double> shares = new LinkedHashMap<>();
        kinds.keySet().forEach(group -> shares.put(group, 0.0));
        bill.nanosByIngredient().forEach((name, nanos) -> {
            String group = kinds.containsKey(raw(name)) ? raw(name) : OTHER;
            shares.merge(group, nanos / sum(bill), Double::sum);
        });
        return shares;
    }

    private String name(Spent bill) {
        return rungs.getOrDefault(Cell.of(bill.row()), names.of(bill.row()));
    }

    String headline() {
        Map<String, Double> shares = shares(bills.get(0));
        double waiting = shares.getOrDefault(THREADS, 0.0) + shares.getOrDefault(KERNEL, 0.0);
        Map.Entry<String, Double> most = Collections.max(shares.entrySet(), Map.Entry.comparingByValue());
        boolean waits = waiting > most.getValue();
        return Numbers.percent(waits ? waiting : most.getValue(), 0) + " of a call of " + name(bills.get(0)) + " is "
                + (waits ? "waking threads and system calls" : most.getKey());
    }

    String dek() {
        return bills.stream()
                        .map(bill -> name(bill) + " takes " + EstimateText.plainTime(bill.nanos()))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    Picture picture() {
        double most = bills.stream().mapToDouble(Bills::sum).max().orElse(1);
        int power = (int) Math.min(3, Math.max(0, Math.floor(Math.log10(most) / 3)));
        double factor = Math.pow(1000, power);
        List<Lane> bars = bills.stream().map(bill -> bar(bill, factor, most)).toList();
        List<Lane> shares = new ArrayList<>();
        kinds.forEach((group, kind) -> bills.forEach(bill -> {
            double percent = 100 * shares(bill).get(group);
            String text = Numbers.percent(percent / 100);
            shares.add(new Lane(
                    bills.size() > 1 ? group : "",
                    bills.size() > 1 ? name(bill) : group,
                    "",
                    List.of(new Mark.Area(0, 0.3, percent, 0.7, "part " + kind, "")),
                    text,
                    "",
                    "",
                    name(bill) + ", " + group + ": " + text));
        }));
        double widest = bills.stream()
                .flatMap(bill -> shares(bill).values().stream())
                .mapToDouble(it -> 100 * it)
                .max()
                .orElse(100);
        return new Picture(
                "CPU time per call by group",
                kinds.entrySet().stream()
                        .map(it -> new Key("part " + it.getValue(), it.getKey()))
                        .toList(),
                List.of(
                        Panel.lanes(
                                "Time of a call, to one scale",
                                Axis.linear(
                                        0,
                                        most / factor,
                                        List.of("ns", "us", "ms", "s").get(power)),
                                List.of(),
                                LANE,
                                bars),
                        Panel.lanes(
                                "Shares of each call",
                                Axis.withRoom(widest, "%", "100.0%"),
                                List.of(),
                                LANE - 8,
                                shares)));
    }

    private Lane bar(Spent bill, double factor, double most) {
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        double end = 0;
        for (Map.Entry<String, Double> share : shares(bill).entrySet()) {
            double length = share.getValue() * sum(bill) / factor;
            String kind = kinds.get(share.getKey());
            String text = share.getKey() + " " + Numbers.percent(share.getValue());
            words.add(text);
            marks.add(new Mark.Area(end, 0.12, end + length, 0.88, "part " + kind, text));
            if (length * factor > WORTH_A_NUMBER * most) {
                String on = Numbers.percent(share.getValue(), 0);
                marks.add(new Mark.Text(end + length / 2, Mark.MIDDLE, 0, 0, on, "on " + kind));
            }
            end += length;
        }
        return new Lane(
                "",
                name(bill),
                EstimateText.time(bill.nanos()),
                marks,
                "",
                "",
                "",
                name(bill) + ", " + EstimateText.time(bill.nanos()) + ": " + String.join(", ", words));
    }
}
