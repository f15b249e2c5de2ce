package dev.callcost.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The TCP sockets on which this process listens, as Linux tells them in /proc. */
final class OwnListeners {
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
    private static final String LISTEN = "0A";

    /** 127.0.0.1, ::1 and ::ffff:127.0.0.1 as /proc/net/tcp and tcp6 print them: words of the machine's byte order, here little. */
    private static final Set<String> LOOPBACK =
            Set.of("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F");

    private OwnListeners() {}

    /** Address and port of each, in hexadecimal. */
    static Set<String> addresses() throws IOException {
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
