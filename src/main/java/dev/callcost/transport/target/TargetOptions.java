package dev.callcost.transport.target;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a service of the user is called. All are texts, and an empty text stands for none. They are also the params of
 * the benchmarks of a target.
 *
 * @param address {@code HOST:PORT}, where HOST may be an IPv6 address, or {@code unix:PATH}
 * @param call {@code package.Service/Method} or {@code package.Service.Method}
 * @param request a JSON file with the request; an empty message without it
 * @param descriptorSet a file with a {@code FileDescriptorSet}; server reflection without it
 * @param metadata a file with lines {@code name: value}
 * @param deadline of each call, such as {@code 1s} or {@code 500ms}
 */
public record TargetOptions(
        String address,
        String call,
        String request,
        String descriptorSet,
        String metadata,
        String deadline,
        TargetSecurity security) {
    /**
     * How server and client prove who they are.
     *
     * @param authority in place of the address's
     * @param tls {@value #SYSTEM} for the certificates that this JVM trusts, {@value #INSECURE} for TLS without a
     *     check, or a PEM file with those to trust; plaintext without it
     * @param clientCertificate {@code CERTIFICATE.pem:KEY.pem}
     */
    public record TargetSecurity(String authority, String tls, String clientCertificate) {}

    /**
     * An environment variable with further metadata, in lines as in the file. Unlike arguments, other users cannot read
     * it in the process list.
     */
    public static final String METADATA = "CALLCOST_METADATA";

    public static final String SYSTEM = "system";
    public static final String INSECURE = "insecure";

    /**
     * Removes the brackets around an IPv6 address: JMH changes them when it writes a results file, and the last colon
     * is before the port anyway.
     */
    public TargetOptions {
        address = address.replaceFirst("^\\[(.*)](:\\d+)$", "$1$2");
    }

    /** The options by the names of their params; without those that are empty. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("address", address);
        texts.put("call", call);
        texts.put("request", request);
        texts.put("descriptorSet", descriptorSet);
        texts.put("metadata", metadata);
        texts.put("deadline", deadline);
        texts.put("authority", security.authority);
        texts.put("tls", security.tls);
        texts.put("clientCertificate", security.clientCertificate);
        texts.values().removeIf(String::isEmpty);
        return texts;
    }
}
