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
import javax.net.ssl.SSLException;

/** How gRPC's bytes are protected on their way. The certificate is made when the cell starts ({@link TlsIdentity}), and is checked. */
public enum Security {
    /** Not at all. */
    PLAINTEXT(null),
    /** TLS by the JDK's own engine, of {@code javax.net.ssl}. */
    TLS_JDK(SslProvider.JDK),
    /** TLS by BoringSSL, native code of netty-tcnative (Linux on x86-64 and aarch64 in this jar). */
    TLS_BORINGSSL(SslProvider.OPENSSL);

    private final SslProvider provider;

    Security(SslProvider provider) {
        this.provider = provider;
    }

    /** Whether bytes are encrypted, for which a server has to be somebody. */
    public boolean isTls() {
        return provider != null;
    }

    /**
     * Sees to it that a transport can be protected so.
     *
     * @throws UnsupportedOperationException with the reason, when it cannot on this machine
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

    /** Has a server show its identity; without TLS nothing is done, and no identity needed. */
    void protect(ServerBuilder<?> server, TlsIdentity identity) {
        if (isTls()) {
            ((NettyServerBuilder) server).sslContext(context(SslContextBuilder.forServer(identity.keys())));
        }
    }

    /** Has a channel trust a server's identity and no other; without TLS nothing is done, and no identity needed. */
    void protect(ManagedChannelBuilder<?> channel, TlsIdentity identity) {
        if (isTls()) {
            ((NettyChannelBuilder) channel)
                    .useTransportSecurity()
                    .sslContext(context(SslContextBuilder.forClient().trustManager(identity.certificate())))
                    .overrideAuthority(TlsIdentity.NAME);
        }
    }

    private SslContext context(SslContextBuilder builder) {
        try {
            return GrpcSslContexts.configure(builder, provider).build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up", e);
        }
    }
}
