package dev.callcost.bill;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Categories of {@code bill.rules} that a picture shows in one colour. */
public enum CategoryGroup {
    // spotless:off
    THREADS("threads and wake-ups", "park and unpark", "loop wake-ups", "virtual threads"),
    KERNEL("kernel I/O", "write", "read", "epoll_wait"),
    NETTY("netty", "netty", "netty buffers"),
    HTTP2("HTTP/2", "HTTP/2 codec", "grpc-netty"),
    GRPC("gRPC or RMI itself", "gRPC", "RMI"),
    CODEC("serialization", "protobuf", "wire format", "Java serialization", "Chronicle Wire", "Gson"),
    OTHER("locks, queues, other", "monitors", "selector", "queues and executors", "memory", "service", "other");
    // spotless:on

    private final String label;
    final List<String> categories;

    CategoryGroup(String label, String... categories) {
        this.label = label;
        this.categories = List.of(categories);
    }

    public String label() {
        return label;
    }

    /** Whether its categories are what threads and system calls take. */
    public boolean isWaiting() {
        return this == THREADS || this == KERNEL;
    }

    /** The group of a category or of a part of one; empty for a category of other rules. */
    public static Optional<CategoryGroup> of(String category) {
        return Stream.of(values())
                .filter(group -> group.categories.contains(category.split(": ")[0]))
                .findFirst();
    }
}
