package dev.callcost.host;

import static dev.callcost.host.KernelFiles.UNKNOWN;

import dev.callcost.text.Sections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The machine of a run, read from files of the kernel; what cannot be determined is {@value KernelFiles#UNKNOWN}.
 *
 * @param cpu the model name, with family, model and stepping where the kernel has them, as virtual machines often
 *     shorten names
 * @param cores processors available to the host JVM
 * @param allowedCpus the CPUs that the process may use, as the kernel lists them
 * @param memory in MiB
 * @param kernel the operating system's version
 * @param virtualization the kind of virtual machine, or {@code none}
 * @param image the image of a hosted runner of GitHub Actions
 */
public record Machine(
        String cpu,
        int cores,
        String allowedCpus,
        String memory,
        String os,
        String kernel,
        String virtualization,
        String image) {
    private static final KernelFiles FILES = KernelFiles.HERE;

    /**
     * A core of ARM's architecture, by the numbers of its register MIDR as the kernel prints them: the maker, the
     * maker's number of the design, its revision.
     */
    private record ArmCore(String implementer, String part, String variant, String revision) {
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

    public static Machine describe() {
        return new Machine(
                cpu(FILES)
                        .or(() -> Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER")))
                        .orElse(UNKNOWN),
                Runtime.getRuntime().availableProcessors(),
                FILES.field("proc/self/status", "Cpus_allowed_list").orElse(UNKNOWN),
                FILES.field("proc/meminfo", "MemTotal").map(Machine::mebibytes).orElse(UNKNOWN),
                osName(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                hypervisor(),
                Stream.of("ImageOS", "ImageVersion")
                        .map(System::getenv)
                        .filter(Objects::nonNull)
                        .reduce((system, version) -> system + " " + version)
                        .orElse(UNKNOWN));
    }

    /**
     * The CPU from {@code proc/cpuinfo}, such as {@code AMD EPYC (family 25, model 17, stepping 1)} or {@code Neoverse
     * N1 r3p1}; empty where it has neither a name nor ARM's numbers.
     */
    static Optional<String> cpu(KernelFiles files) {
        String arm = ArmCore.in(files).stream().map(ArmCore::text).distinct().collect(Collectors.joining(" and "));
        if (!arm.isEmpty()) {
            return Optional.of(arm);
        }
        String revision = Stream.of("cpu family", "model", "stepping")
                .flatMap(field -> files.field("proc/cpuinfo", field).stream()
                        .map(value -> field.replace("cpu ", "") + " " + value))
                .collect(Collectors.joining(", "));
        return files.field("proc/cpuinfo", "model name")
                .map(name -> revision.isEmpty() ? name : name + " (" + revision + ")");
    }

    private static String mebibytes(String kibibytes) {
        return Long.parseLong(kibibytes.replaceAll("\\D", "")) / 1024 + " MiB";
    }

    private static String osName() {
        return FILES.lines("etc/os-release").stream()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse(System.getProperty("os.name"));
    }

    private static String hypervisor() {
        Optional<String> type = FILES.first("sys/hypervisor/type");
        if (type.isPresent()) {
            return type.get();
        }
        String maker = Stream.of("sys_vendor", "product_name")
                .flatMap(name -> FILES.lines("sys/class/dmi/id/" + name).stream())
                .reduce("", (a, b) -> a + " " + b)
                .strip();
        Optional<String> flags = FILES.field("proc/cpuinfo", "flags");
        if (flags.isPresent()) {
            boolean virtual = List.of(flags.get().split(" ")).contains("hypervisor");
            return virtual ? "virtual machine" + (maker.isEmpty() ? "" : " (" + maker + ")") : "none";
        }
        boolean named = maker.toLowerCase(Locale.ROOT).matches(".*(qemu|kvm|vmware|virtual|xen|amazon ec2|google).*");
        return named ? "virtual machine (" + maker + ")" : UNKNOWN;
    }

    /** The machine in a few words, such as {@code AMD EPYC VM with 2 CPUs}. */
    public String brief() {
        String model = cpu.replaceFirst(" \\(.*| with .*| @ .*", "");
        return model + (List.of("none", UNKNOWN).contains(virtualization) ? "" : " VM") + " with "
                + Sections.count(cores, "CPU");
    }

    @Override
    public String toString() {
        return cpu + ", " + Sections.count(cores, "CPU") + ", " + os + ", " + kernel + ", virtualization: "
                + virtualization;
    }

    /**
     * Settings of the system, as far as they are visible: in a virtual machine frequency and SMT are mostly not.
     *
     * @param governor what chooses the CPUs' frequencies; all names when CPUs differ
     * @param turbo whether a CPU may exceed its nominal frequency: {@code on} or {@code off}
     * @param smt whether CPUs share cores: {@code on} or {@code off}
     * @param allowedCpus the CPUs that the process may use, as the kernel lists them
     * @param onlineCpus all CPUs in use
     */
    public record SystemSettings(
            String clockSource,
            String governor,
            String turbo,
            String smt,
            String transparentHugePages,
            String allowedCpus,
            String onlineCpus) {
        private static final String CPUS = "sys/devices/system/cpu/";

        public static SystemSettings read(KernelFiles files) {
            return new SystemSettings(
                    known(files.first("sys/devices/system/clocksource/clocksource0/current_clocksource")),
                    governor(files),
                    known(files.first(CPUS + "intel_pstate/no_turbo")
                            .map(onOrOff("0"))
                            .or(() -> files.first(CPUS + "cpufreq/boost").map(onOrOff("1")))),
                    known(files.first(CPUS + "smt/active").map(onOrOff("1"))),
                    known(files.first("sys/kernel/mm/transparent_hugepage/enabled")
                            .map(choices -> choices.replaceAll(".*\\[|].*", ""))),
                    known(files.field("proc/self/status", "Cpus_allowed_list")),
                    known(files.first(CPUS + "online")));
        }

        private static String governor(KernelFiles files) {
            String governors = files.names(CPUS).stream()
                    .filter(name -> name.matches("cpu\\d+"))
                    .flatMap(cpu -> files.first(CPUS + cpu + "/cpufreq/scaling_governor").stream())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
            return governors.isEmpty() ? KernelFiles.UNKNOWN : governors;
        }

        private static Function<String, String> onOrOff(String on) {
            return value -> value.equals(on) ? "on" : "off";
        }

        private static String known(Optional<String> value) {
            return value.orElse(KernelFiles.UNKNOWN);
        }
    }
}
