package dev.callcost.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Linux shows in /proc: the CPUs of threads, whose names are cut to 15 characters, and the listening sockets of
 * this process.
 */
final class Proc {
    private static final String CPUS = "Cpus_allowed_list:";
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
    private static final String LISTEN = "0A";

    /**
     * 127.0.0.1, ::1 and ::ffff:127.0.0.1 as /proc/net/tcp and tcp6 print them: words of the machine's byte order, here
     * little.
     */
    private static final Set<String> LOOPBACK =
            Set.of("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F");

    private Proc() {}

    /** The CPUs of the calling thread, such as {@code 0-1}. */
    static String currentCpus() throws IOException {
        return cpus(Path.of("/proc/thread-self"));
    }

    /** The CPUs that this process was given: those of its first thread, which is never pinned. */
    static BitSet allowed() throws IOException {
        BitSet cpus = new BitSet();
        for (String range : cpus(Path.of("/proc/self")).split(",")) {
            String[] ends = range.split("-");
            cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cpus;
    }

    /** The different CPUs of all threads of a process whose names begin so. */
    static Set<String> cpusOf(long process, String name) throws IOException {
        List<Path> threads;
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process + "/task"))) {
            threads = tasks.toList();
        }
        Set<String> cpus = new TreeSet<>();
        for (Path thread : threads) {
            try {
                if (Files.readString(thread.resolve("comm")).startsWith(name)) {
                    cpus.add(cpus(thread));
                }
            } catch (NoSuchFileException | UncheckedIOException e) {
                // it has ended meanwhile
            }
        }
        return cpus;
    }

    private static String cpus(Path thread) throws IOException {
        try (Stream<String> lines = Files.lines(thread.resolve("status"))) {
            return lines.filter(line -> line.startsWith(CPUS))
                    .map(line -> line.substring(CPUS.length()).strip())
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The TCP sockets on which this process listens: address and port of each, in hexadecimal. */
    static Set<String> listeners() throws IOException {
        Set<String> inodes = inodes();
        Set<String> addresses = new TreeSet<>();
        for (String table : new String[] {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
            Path file = Path.of(table);
            if (Files.exists(file)) {
                Files.readAllLines(file).stream()
                        .skip(1)
                        .map(line -> line.strip().split("\\s+"))
                        .filter(columns -> columns[3].equals(LISTEN) && inodes.contains(columns[9]))
                        .forEach(columns -> addresses.add(columns[1]));
            }
        }
        return addresses;
    }

    /** Whether such an address is one that no other machine reaches. */
    static boolean isLoopback(String address) {
        return LOOPBACK.contains(address.split(":")[0]);
    }

    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
                Matcher socket = SOCKET.matcher(target(descriptor));
                if (socket.matches()) {
                    inodes.add(socket.group(1));
                }
            }
        }
        return inodes;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }
}
