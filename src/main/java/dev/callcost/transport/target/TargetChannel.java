package dev.callcost.transport.target;

import com.google.common.base.Throwables;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcEnd;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.transport.Transport;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** How a target is reached: its address, TLS and metadata. */
final class TargetChannel {
    private static final int CONNECT_MILLIS = 10_000;

    private static final Pattern LINE =
            Pattern.compile("(?<name>[\\w.-]+)\\s*:\\s*(?<value>[ -~]*)"); // gRPC's names, and ASCII

    /** What gRPC adds to a deadline that was exceeded. */
    private static final Pattern DELAYS = Pattern.compile("\\.? (Name resolution delay|\\[closed=).*");

    private final TargetOptions options;
    private final Metadata metadata = new Metadata();
    private final SocketAddress named;

    /**
     * @param more metadata in lines {@code name: value}, in addition to those of the file
     * @throws TargetException when a line is no metadata, or the address is none
     */
    TargetChannel(TargetOptions options, String more) {
        this.options = options;
        if (!options.metadata().isEmpty()) {
            add(
                    options.metadata(),
                    TargetException.ErrorKind.FILE,
                    TargetFiles.read(options.metadata(), Files::readString));
        }
        add("metadata", TargetException.ErrorKind.USAGE, more);
        try {
            named = Transport.parse(options.address());
        } catch (IllegalArgumentException e) {
            throw TargetException.usage("address " + options.address() + ": expected HOST:PORT or unix:PATH");
        }
    }

    /**
     * Adds metadata. Values may be secrets, so messages do not have them.
     *
     * @param source what has the lines, for messages
     * @param kind of a wrong line
     */
    private void add(String source, TargetException.ErrorKind kind, String lines) {
        int n = 0;
        for (String line : lines.split("\\R")) {
            n++;
            if (!line.isBlank() && !put(line.strip())) {
                throw new TargetException(
                        kind,
                        source + ", line " + n + ": expected name: value in ASCII, with letters, digits and"
                                + " - _ . in the name, and a value in base64 where the name ends in -bin");
            }
        }
    }

    private boolean put(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return false;
        }
        String name = parts.group("name").toLowerCase(Locale.ROOT);
        String value = parts.group("value");
        if (!name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
            metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
            return true;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value);
            metadata.put(Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER), bytes);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isTls() {
        return !options.security().tls().isEmpty();
    }

    boolean isUnix() {
        return !(named instanceof InetSocketAddress);
    }

    /** @throws TargetException when an option is wrong, a file cannot be read or the host does not answer */
    GrpcEnd<ManagedChannel> open() {
        SslContext tls = tls();
        SocketAddress address = address();
        GrpcCell cell = GrpcCell.BASE
                .with(Pinning.FREE)
                .with(isUnix() ? Transport.UDS : Transport.NIO)
                .withClient(CallExecutor.DEFAULT)
                .with(Security.PLAINTEXT); // TLS of a target is its own
        return GrpcEnd.channel(cell, address, GrpcEnd.WINDOW, channel -> adapt((NettyChannelBuilder) channel, tls));
    }

    private void adapt(NettyChannelBuilder channel, SslContext tls) {
        channel.maxInboundMessageSize(Integer.MAX_VALUE).intercept(MetadataUtils.newAttachHeadersInterceptor(metadata));
        if (tls != null) {
            channel.useTransportSecurity().sslContext(tls);
        }
        if (!options.security().authority().isEmpty()) {
            try {
                channel.overrideAuthority(options.security().authority());
            } catch (IllegalArgumentException e) {
                throw TargetException.usage(
                        "authority " + options.security().authority() + ": is not valid (" + e.getMessage() + ")");
            }
        }
    }

    private TargetException failure(String why) {
        return TargetException.failure(options.address() + ": " + why);
    }

    /** The first of the host's addresses that takes a connection. */
    private SocketAddress address() {
        if (!(named instanceof InetSocketAddress inet)) {
            return named;
        }
        IOException failure = null;
        try {
            for (InetAddress host : InetAddress.getAllByName(inet.getHostString())) {
                try (Socket socket = new Socket()) {
                    InetSocketAddress address = new InetSocketAddress(host, inet.getPort());
                    socket.connect(address, CONNECT_MILLIS);
                    return address;
                } catch (IOException e) {
                    failure = e;
                }
            }
        } catch (UnknownHostException e) {
            throw failure("unknown host " + inet.getHostString());
        }
        String why = String.valueOf(failure.getMessage());
        throw failure("cannot connect: " + why.substring(0, 1).toLowerCase(Locale.ROOT) + why.substring(1));
    }

    /** Null for plaintext. */
    private SslContext tls() {
        if (!isTls()) {
            if (!options.security().clientCertificate().isEmpty()) {
                throw TargetException.usage("a client certificate needs TLS");
            }
            return null;
        }
        SslContextBuilder builder = SslContextBuilder.forClient();
        if (options.security().tls().equals(TargetOptions.INSECURE)) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else if (!options.security().tls().equals(TargetOptions.SYSTEM)) {
            pem(options.security().tls(), builder::trustManager);
        }
        if (!options.security().clientCertificate().isEmpty()) {
            String[] files = options.security().clientCertificate().split(":", 2);
            if (files.length < 2) {
                throw TargetException.usage("client certificate "
                        + options.security().clientCertificate() + ": expected CERTIFICATE.pem:KEY.pem");
            }
            byte[] certificate = TargetFiles.read(files[0], Files::readAllBytes);
            pem(files[1], key -> builder.keyManager(new ByteArrayInputStream(certificate), key));
        }
        try {
            return GrpcSslContexts.configure(builder).build();
        } catch (SSLException e) {
            throw TargetException.file("TLS cannot be set up: " + e.getMessage());
        }
    }

    private static void pem(String path, Consumer<InputStream> taker) {
        InputStream content = new ByteArrayInputStream(TargetFiles.read(path, Files::readAllBytes));
        try {
            taker.accept(content);
        } catch (IllegalArgumentException e) {
            throw TargetException.file(path + ": " + deepest(e));
        }
    }

    private static String deepest(Throwable failure) {
        Throwable root = Throwables.getRootCause(failure);
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    /** Names what failed, with the cause and what to do. */
    TargetException failed(String what, StatusRuntimeException failure) {
        Status status = failure.getStatus();
        List<Throwable> chain = status.getCause() == null ? List.of() : Throwables.getCausalChain(status.getCause());
        if (chain.stream().anyMatch(FileNotFoundException.class::isInstance)) {
            return failure("cannot connect: there is no such socket");
        }
        if (chain.stream().anyMatch(NotSslRecordException.class::isInstance)) {
            return failure("does not speak TLS");
        }
        if (chain.stream().anyMatch(CertPathBuilderException.class::isInstance)) {
            String trusted = options.security().tls().equals(TargetOptions.SYSTEM)
                    ? "this JVM"
                    : options.security().tls();
            return failure("its certificate is not trusted by " + trusted
                    + ": name its CA by --ca FILE, or use --insecure (a benchmark: -p tls=FILE or -p tls=insecure)");
        }
        for (Throwable cause : chain) {
            if (cause instanceof CertificateException && cause.getCause() == null) {
                return failure("its certificate is refused: " + cause.getMessage()
                        + " (--authority NAME checks it for another name)");
            }
        }
        StringBuilder message = new StringBuilder(what).append(": ").append(status.getCode());
        if (status.getDescription() != null) {
            message.append(": ").append(DELAYS.matcher(status.getDescription()).replaceFirst(""));
        }
        if (!chain.isEmpty()) {
            message.append(": ").append(deepest(status.getCause()));
        }
        boolean isConnected = chain.stream().noneMatch(ConnectException.class::isInstance);
        if (status.getCode() == Status.Code.UNAVAILABLE && !isTls() && !isUnix() && isConnected) {
            message.append(" (does it expect TLS?)");
        }
        return failure(message.toString());
    }
}
