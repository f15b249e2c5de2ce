package dev.callcost.host;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A core of ARM's architecture, by the numbers of its register MIDR as the kernel prints them: the maker, the maker's
 * number of the design, its revision.
 */
record ArmCore(String implementer, String part, String variant, String revision) {
    private static final String FILE = "proc/cpuinfo";

    /** Designs of servers and of small boards by implementer and part, as in the kernel's {@code cputype.h}. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("0x41 0xd03", "Cortex-A53"),
            Map.entry("0x41 0xd07", "Cortex-A57"),
            Map.entry("0x41 0xd08", "Cortex-A72"),
            Map.entry("0x41 0xd0b", "Cortex-A76"),
            Map.entry("0x41 0xd0c", "Neoverse N1"),
            Map.entry("0x41 0xd40", "Neoverse V1"),
            Map.entry("0x41 0xd49", "Neoverse N2"),
            Map.entry("0x41 0xd4f", "Neoverse V2"),
            Map.entry("0x41 0xd84", "Neoverse V3"),
            Map.entry("0x41 0xd8e", "Neoverse N3"),
            Map.entry("0xc0 0xac3", "Ampere-1"),
            Map.entry("0xc0 0xac4", "Ampere-1a"));

    /** The cores in their order; empty on other architectures. */
    static List<ArmCore> in(KernelFiles files) {
        List<List<String>> columns = List.of("implementer", "part", "variant", "revision").stream()
                .map(field -> files.fields(FILE, "CPU " + field))
                .toList();
        int cores = columns.stream().mapToInt(List::size).min().orElse(0);
        return IntStream.range(0, cores)
                .mapToObj(core -> new ArmCore(
                        columns.get(0).get(core),
                        columns.get(1).get(core),
                        columns.get(2).get(core),
                        columns.get(3).get(core)))
                .toList();
    }

    /**
     * Such as {@code Neoverse N1 r3p1}, or {@code ARM implementer 0x48 part 0xd01 r1p0} for a design without a name
     * here.
     */
    String text() {
        String numbers = "ARM implementer " + implementer + " part " + part;
        return NAMES.getOrDefault(implementer + " " + part, numbers) + " r" + variant.replace("0x", "") + "p"
                + revision;
    }
}
