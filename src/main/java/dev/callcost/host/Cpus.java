package dev.callcost.host;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The CPUs that this process may use, as Linux tells; none on other systems.
 *
 * @param numbers one of each core, and then the others, which share a core with one of these (hyperthreads)
 * @param cores how many cores they belong to
 */
public record Cpus(List<Integer> numbers, int cores) {
    private static final String ALLOWED = "Cpus_allowed_list";
    private static final String STATUS = "proc/self/status";

    public static Cpus read(KernelFiles files) {
        List<Integer> allowed = numbers(files.field(STATUS, ALLOWED).orElse(""));
        List<Integer> first = allowed.stream()
                .filter(cpu -> files
                        .first("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list")
                        .map(Cpus::numbers)
                        .orElse(List.of())
                        .stream()
                        .filter(allowed::contains)
                        .allMatch(sibling -> sibling >= cpu))
                .toList();
        List<Integer> others = new ArrayList<>(allowed);
        others.removeAll(first);
        return new Cpus(Stream.concat(first.stream(), others.stream()).toList(), first.size());
    }

    /** The numbers of a list of the kernel, such as {@code 0-3,8}. */
    private static List<Integer> numbers(String list) {
        return Stream.of(list.split(","))
                .filter(range -> range.matches("\\d{1,6}(-\\d{1,6})?"))
                .map(range -> range.split("-"))
                .flatMap(ends -> IntStream.rangeClosed(
                                Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                        .boxed())
                .toList();
    }

    /**
     * What confines a process, and all that it starts, to CPUs when it stands before a command line: taskset(1) of
     * util-linux or BusyBox.
     */
    public static List<String> confining(Collection<Integer> cpus) {
        BigInteger mask = cpus.stream().reduce(BigInteger.ZERO, BigInteger::setBit, BigInteger::or);
        return List.of("taskset", "0x" + mask.toString(16));
    }

    /** Whether a process can be confined here. */
    public static boolean canConfine(int cpu) {
        List<String> command = new ArrayList<>(confining(List.of(cpu)));
        command.addAll(List.of("cat", "/" + STATUS));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .matches("(?s).*\\b" + ALLOWED + ":\\s+" + cpu + "\\n.*");
        } catch (IOException e) {
            return false;
        }
    }
}
