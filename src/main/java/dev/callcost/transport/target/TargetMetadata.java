package dev.callcost.transport.target;

import io.grpc.Metadata;
import java.util.Base64;

/** Metadata in lines {@code name: value}. Values may be secrets, so messages do not have them. */
final class TargetMetadata {
    private TargetMetadata() {}

    /**
     * @param source what has the lines, for messages
     * @param kind of a wrong line
     * @throws TargetException when a line is no metadata
     */
    static void add(Metadata metadata, String source, TargetException.Kind kind, String lines) {
        int n = 0;
        for (String line : lines.split("\\R")) {
            n++;
            if (!line.isBlank()) {
                add(metadata, source + ", line " + n, kind, line.split(":", 2));
            }
        }
    }

    private static void add(Metadata metadata, String where, TargetException.Kind kind, String... parts) {
        if (parts.length < 2) {
            throw new TargetException(kind, where + ": expected name: value");
        }
        String name = parts[0].strip();
        String value = parts[1].strip();
        try {
            if (name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
                metadata.put(
                        Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER),
                        Base64.getDecoder().decode(value));
            } else if (value.chars().allMatch(letter -> letter >= ' ' && letter <= '~')) {
                metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
            } else {
                throw new TargetException(kind, where + ": the value of " + name + " is not ASCII");
            }
        } catch (IllegalArgumentException e) {
            throw new TargetException(
                    kind,
                    where + ": expected name: value, with lower-case letters, digits and - _ . in the name,"
                            + " and a value in base64 where the name ends in -bin");
        }
    }
}
