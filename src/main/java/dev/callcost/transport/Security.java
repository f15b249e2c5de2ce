package dev.callcost.transport;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.InputStream;
import javax.net.ssl.SSLException;

/**
 * How gRPC's bytes are protected on their way. The server shows a self-signed certificate out of this package's
 * resources (an elliptic key, P-256, for loopback names and addresses), and the client checks it. Its private key is
 * published with it: a test identity, which protects nothing.
 */
public enum Security {
    /** Bytes are not protected. */
    PLAINTEXT(null),
    /** TLS by the JDK's own engine, of {@code javax.net.ssl}. */
    TLS_JDK(SslProvider.JDK),
    /** TLS by BoringSSL, native code of netty-tcnative (Linux on x86-64 and aarch64 in this jar). */
    TLS_BORINGSSL(SslProvider.OPENSSL);

    private static final String CERTIFICATE = "loopback-certificate.pem";

    private final SslProvider provider;

    Security(SslProvider provider) {
        this.provider = provider;
    }

    public boolean isTls() {
        return provider != null;
    }

    /**
     * @throws UnsupportedOperationException with the reason, when this machine cannot protect a transport in this way
     */
    void check(Transport transport) {
        if (isTls() && transport == Transport.IN_PROCESS) {
            throw new UnsupportedOperationException("in-process gRPC has no bytes to encrypt");
        }
        if (provider == SslProvider.OPENSSL && !OpenSsl.isAvailable()) {
            throw new UnsupportedOperationException("BoringSSL is not available: "
                    + OpenSsl.unavailabilityCause().getMessage());
        }
    }

    /** With TLS, makes a server show the certificate. */
    void protect(ServerBuilder<?> server) {
        if (isTls()) {
            InputStream key = resource("loopback-key.pem");
            ((NettyServerBuilder) server).sslContext(context(SslContextBuilder.forServer(resource(CERTIFICATE), key)));
        }
    }

    /** With TLS, makes a channel trust that certificate alone. */
    void protect(ManagedChannelBuilder<?> channel) {
        if (isTls()) {
            ((NettyChannelBuilder) channel)
                    .useTransportSecurity()
                    .sslContext(context(SslContextBuilder.forClient().trustManager(resource(CERTIFICATE))))
                    .overrideAuthority("localhost");
        }
    }

    private static InputStream resource(String name) {
        return Security.class.getResourceAsStream(name);
    }

    private SslContext context(SslContextBuilder builder) {
        try {
            return GrpcSslContexts.configure(builder, provider).build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up", e);
        }
    }
}
