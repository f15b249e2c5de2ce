package dev.callcost.run.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine a run was made on. Read from files of the kernel; what cannot be known is {@value #UNKNOWN}.
 *
 * @param cpu the CPU's model name
 * @param cores processors available to the host JVM
 * @param allowedCpus the CPUs the process may run on, as the kernel lists them
 * @param memory main memory, in MiB
 * @param os the operating system
 * @param kernel its version
 * @param virtualization the kind of virtual machine, or {@code none}
 */
record Machine(
        String cpu, int cores, String allowedCpus, String memory, String os, String kernel, String virtualization) {
    private static final String UNKNOWN = "unknown";

    static Machine describe() {
        return new Machine(
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                field("/proc/self/status", "Cpus_allowed_list").orElse(UNKNOWN),
                field("/proc/meminfo", "MemTotal").map(Machine::mebibytes).orElse(UNKNOWN),
                osName(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                hypervisor());
    }

    private static String cpuModel() {
        return field("/proc/cpuinfo", "model name")
                .or(() -> Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER")))
                .orElse(UNKNOWN);
    }

    private static String mebibytes(String kibibytes) {
        return Long.parseLong(kibibytes.replaceAll("\\D", "")) / 1024 + " MiB";
    }

    private static String osName() {
        return lines("/etc/os-release")
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse(System.getProperty("os.name"));
    }

    private static String hypervisor() {
        Optional<String> type = lines("/sys/hypervisor/type").findFirst();
        if (type.isPresent()) {
            return type.get();
        }
        String maker = Stream.of("sys_vendor", "product_name")
                .flatMap(name -> lines("/sys/class/dmi/id/" + name))
                .reduce("", (a, b) -> a + " " + b)
                .strip();
        Optional<String> flags = field("/proc/cpuinfo", "flags");
        if (flags.isPresent()) {
            boolean virtual = List.of(flags.get().split(" ")).contains("hypervisor");
            return virtual ? "virtual machine" + (maker.isEmpty() ? "" : " (" + maker + ")") : "none";
        }
        boolean named = maker.toLowerCase(Locale.ROOT).matches(".*(qemu|kvm|vmware|virtual|xen|amazon ec2|google).*");
        return named ? "virtual machine (" + maker + ")" : UNKNOWN;
    }

    private static Optional<String> field(String file, String name) {
        return lines(file)
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].strip().equals(name))
                .map(parts -> parts[1].strip())
                .findFirst();
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** The machine in one line. */
    @Override
    public String toString() {
        return cpu + ", " + cores + (cores == 1 ? " CPU, " : " CPUs, ") + os + ", " + kernel + ", virtualization: "
                + virtualization;
    }
}
