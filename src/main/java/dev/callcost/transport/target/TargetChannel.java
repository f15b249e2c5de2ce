package dev.callcost.transport.target;

import dev.callcost.transport.GrpcEnd;
import dev.callcost.transport.Transport;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** How a target is reached: its address, TLS and metadata. */
final class TargetChannel implements ServerReflection.Failures {
    private static final String UNIX = "unix:";
    private static final Pattern HOST = Pattern.compile("(.+):(\\d{1,5})");
    private static final int CONNECT_MILLIS = 10_000;

    private final TargetOptions options;
    private final Metadata metadata;

    TargetChannel(TargetOptions options, Metadata metadata) {
        this.options = options;
        this.metadata = metadata;
    }

    private boolean isTls() {
        return !options.tls().isEmpty();
    }

    boolean isUnix() {
        return options.address().startsWith(UNIX);
    }

    /** @throws TargetException when an option is wrong, a file cannot be read or the host does not answer */
    GrpcEnd<ManagedChannel> open() {
        SslContext tls = tls();
        SocketAddress address = address();
        return GrpcEnd.channel(isUnix() ? Transport.UDS : Transport.NIO, address, channel -> adapt(channel, tls));
    }

    private void adapt(NettyChannelBuilder channel, SslContext tls) {
        channel.maxInboundMessageSize(Integer.MAX_VALUE).intercept(MetadataUtils.newAttachHeadersInterceptor(metadata));
        if (tls != null) {
            channel.useTransportSecurity().sslContext(tls);
        }
        if (!options.authority().isEmpty()) {
            try {
                channel.overrideAuthority(options.authority());
            } catch (IllegalArgumentException e) {
                throw usage("authority " + options.authority() + ": is not valid (" + e.getMessage() + ")");
            }
        }
    }

    private static TargetException usage(String message) {
        return new TargetException(TargetException.Kind.USAGE, message);
    }

    private TargetException failure(String why) {
        return new TargetException(TargetException.Kind.FAILURE, options.address() + ": " + why);
    }

    /** The first of the host's addresses that takes a connection. */
    private SocketAddress address() {
        if (isUnix()) {
            return new DomainSocketAddress(options.address().substring(UNIX.length()));
        }
        Matcher parts = HOST.matcher(options.address());
        if (!parts.matches() || Integer.parseInt(parts.group(2)) >= 1 << Character.SIZE) {
            throw usage("address " + options.address() + ": expected HOST:PORT or unix:PATH");
        }
        IOException failure = null;
        try {
            for (InetAddress host : InetAddress.getAllByName(parts.group(1))) {
                try (Socket socket = new Socket()) {
                    InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(parts.group(2)));
                    socket.connect(address, CONNECT_MILLIS);
                    return address;
                } catch (IOException e) {
                    failure = e;
                }
            }
        } catch (UnknownHostException e) {
            throw failure("unknown host " + parts.group(1));
        }
        String why = String.valueOf(failure.getMessage());
        throw failure("cannot connect: " + why.substring(0, 1).toLowerCase(Locale.ROOT) + why.substring(1));
    }

    /** Null for plaintext. */
    private SslContext tls() {
        if (!isTls()) {
            if (!options.clientCertificate().isEmpty()) {
                throw usage("a client certificate needs TLS");
            }
            return null;
        }
        SslContextBuilder builder = SslContextBuilder.forClient();
        if (options.tls().equals(TargetOptions.INSECURE)) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else if (!options.tls().equals(TargetOptions.SYSTEM)) {
            pem(options.tls(), bytes -> builder.trustManager(new ByteArrayInputStream(bytes)));
        }
        if (!options.clientCertificate().isEmpty()) {
            String[] files = options.clientCertificate().split(":", 2);
            if (files.length < 2) {
                throw usage("client certificate " + options.clientCertificate() + ": expected CERTIFICATE.pem:KEY.pem");
            }
            byte[] certificate = TargetFiles.bytes(files[0]);
            pem(
                    files[1],
                    key -> builder.keyManager(new ByteArrayInputStream(certificate), new ByteArrayInputStream(key)));
        }
        try {
            return GrpcSslContexts.configure(builder).build();
        } catch (SSLException e) {
            throw new TargetException(TargetException.Kind.FILE, "TLS cannot be set up: " + e.getMessage());
        }
    }

    private interface Pem {
        void take(byte[] content);
    }

    private static void pem(String path, Pem taker) {
        byte[] content = TargetFiles.bytes(path);
        try {
            taker.take(content);
        } catch (IllegalArgumentException e) {
            throw new TargetException(TargetException.Kind.FILE, path + ": " + deepest(e));
        }
    }

    private static String deepest(Throwable failure) {
        List<Throwable> chain = chain(failure);
        Throwable last = chain.get(chain.size() - 1);
        return last.getMessage() == null ? last.toString() : last.getMessage();
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Stream.iterate(failure, it -> it != null && chain.size() < 20, Throwable::getCause)
                .forEach(chain::add);
        return chain;
    }

    @Override
    public TargetException of(String what, StatusRuntimeException failure) {
        Status status = failure.getStatus();
        List<Throwable> chain = chain(status.getCause());
        if (chain.stream().anyMatch(FileNotFoundException.class::isInstance)) {
            return failure("cannot connect: there is no such socket");
        }
        if (chain.stream().anyMatch(NotSslRecordException.class::isInstance)) {
            return failure("does not speak TLS");
        }
        if (chain.stream().anyMatch(CertPathBuilderException.class::isInstance)) {
            String trusted = options.tls().equals(TargetOptions.SYSTEM) ? "this JVM" : options.tls();
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
            message.append(": ").append(status.getDescription());
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
