package dev.callcost.transport.target;

/**
 * How a service of the user is called. All are texts, and an empty text stands for none. They are also the params of the benchmarks of a target.
 *
 * @param address {@code HOST:PORT}, {@code [IPV6]:PORT} or {@code unix:PATH}
 * @param call {@code package.Service/Method} or {@code package.Service.Method}
 * @param request a JSON file with the request; an empty message without it
 * @param descriptorSet a file with a {@code FileDescriptorSet}; server reflection without it
 * @param metadata a file with lines {@code name: value}
 * @param deadline of each call, such as {@code 1s} or {@code 500ms}
 * @param authority in place of the address's
 * @param tls {@code system} for the certificates that this JVM trusts, {@code insecure} for TLS without a check, or a PEM file with those to trust; plaintext without it
 * @param clientCertificate {@code CERTIFICATE.pem:KEY.pem}
 * @param expect a JSON file with the reply that the first call must have
 */
public record TargetOptions(
        String address,
        String call,
        String request,
        String descriptorSet,
        String metadata,
        String deadline,
        String authority,
        String tls,
        String clientCertificate,
        String expect) {
    /** An environment variable with further metadata, in lines as in the file: whoever may read the process list does not see it. */
    public static final String METADATA = "CALLCOST_METADATA";
}
