package dev.callcost.cli;

import dev.callcost.file.SafeFile;
import dev.callcost.text.CommandException;
import dev.callcost.transport.target.Target;
import dev.callcost.transport.target.TargetException;
import dev.callcost.transport.target.TargetOptions;
import dev.callcost.transport.target.TargetOptions.TargetSecurity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** How a service of the user is called. */
final class ServiceOptions {
    @Option(
            names = {"-d", "--data"},
            paramLabel = "JSON|@FILE",
            description = "the request, in protobuf's JSON (default: an empty message)")
    private String data;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "'NAME: VALUE'|@FILE",
            description =
                    "metadata of each call (repeatable), or a file with one NAME: VALUE a line. Results files never"
                            + " have the values; with a file, the list of processes does not have them either")
    private List<String> headers = List.of();

    @Option(names = "--deadline", paramLabel = "TIME", description = "the deadline of each call, such as 1s or 500ms")
    private String deadline = "";

    @Option(names = "--tls", description = "TLS, with the certificates that this JVM trusts")
    private boolean tls;

    @Option(names = "--ca", paramLabel = "FILE", description = "TLS, with the certificates of a PEM file")
    private String ca;

    @Option(names = "--cert", paramLabel = "FILE", description = "the client's certificate, a PEM file")
    private String cert;

    @Option(names = "--key", paramLabel = "FILE", description = "the key of --cert, a PEM file")
    private String key;

    @Option(names = "--insecure", description = "TLS without a check of the server's certificate")
    private boolean insecure;

    @Option(
            names = "--authority",
            paramLabel = "NAME",
            description = "the server's name in calls and in its certificate, in place of HOST")
    private String authority = "";

    @Option(
            names = "--descriptor-set",
            paramLabel = "FILE",
            description = "a FileDescriptorSet, as protoc writes it (default: the server's reflection)")
    private String descriptorSet = "";

    /**
     * A target that was called once.
     *
     * @param described what it is, and its first reply
     * @param params of the benchmark
     * @param environment of its forks
     * @param masked the environment without values, a word each
     */
    record CheckedTarget(
            String described, Map<String, String> params, Map<String, String> environment, List<String> masked) {
        /** For the suite's own calls. */
        static final CheckedTarget NONE = new CheckedTarget("", Map.of(), Map.of(), List.of());
    }

    /**
     * Calls the target once.
     *
     * @param folder takes JSON that is not in a file
     * @throws CommandException when it cannot be called
     */
    CheckedTarget open(String address, String call, Path folder) {
        List<String> inline = new ArrayList<>(headers);
        inline.removeIf(header -> header.startsWith("@"));
        List<String> files = new ArrayList<>(headers);
        files.removeAll(inline);
        if (files.size() > 1) {
            throw CommandException.usage(
                    "load: -H @FILE is given " + files.size() + " times; put all metadata in one file");
        }
        String masked = inline.stream()
                .map(header -> header.replaceFirst("(?s):.*", ": ***"))
                .collect(Collectors.joining("; ", TargetOptions.METADATA + "=", ""));
        TargetOptions options = new TargetOptions(
                address,
                call,
                request(folder),
                descriptorSet,
                files.isEmpty() ? "" : files.get(0).substring(1),
                deadline,
                new TargetSecurity(authority, security(), certificate()));
        String metadata = String.join("\n", inline);
        try (Target target = Target.open(options, metadata)) {
            return new CheckedTarget(
                    target.describe() + "; reply of the first call: " + target.reply(),
                    options.texts(),
                    inline.isEmpty() ? Map.of() : Map.of(TargetOptions.METADATA, metadata),
                    inline.isEmpty() ? List.of() : List.of(masked));
        } catch (TargetException e) {
            String message = "load: " + e.getMessage();
            throw switch (e.kind()) {
                case USAGE -> CommandException.usage(message);
                case FILE -> CommandException.badFile(message);
                case FAILURE -> CommandException.failure(message);
            };
        } catch (UnsupportedOperationException e) {
            throw CommandException.failure("load: " + e.getMessage());
        }
    }

    /** The file with the request. */
    private String request(Path folder) {
        if (data == null) {
            return "";
        }
        if (data.equals("@")) {
            throw CommandException.usage("load: @ is followed by the name of a file");
        }
        if (data.startsWith("@")) {
            return data.substring(1);
        }
        SafeFile.createFolder(folder, "--directory names another folder");
        Path file = folder.resolve("request.json");
        SafeFile.write(file, out -> out.println(data));
        return file.toString();
    }

    private String security() {
        if (insecure && ca != null) {
            throw CommandException.usage("load: --insecure does not check the server's certificate, and --ca does");
        }
        boolean isTls = tls || cert != null;
        return ca != null ? ca : insecure ? TargetOptions.INSECURE : isTls ? TargetOptions.SYSTEM : "";
    }

    private String certificate() {
        if ((cert == null) != (key == null)) {
            throw CommandException.usage("load: --cert and --key belong together");
        }
        return cert == null ? "" : cert + ":" + key;
    }
}
