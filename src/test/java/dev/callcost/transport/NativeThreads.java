package dev.callcost.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What Linux says of a process's threads: their names, cut to 15 characters, and the CPUs that they may use. */
final class NativeThreads {
    private static final String CPUS = "Cpus_allowed_list:";

    private NativeThreads() {}

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
}
