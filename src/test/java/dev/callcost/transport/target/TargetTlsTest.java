package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.callcost.transport.target.Stranger.Reflection;
import dev.callcost.transport.target.TargetException.Kind;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A target with TLS: by a private CA, with a client certificate, unchecked, and refused. The resources were made by keytool for the century from 2006: {@code ca} and
 * {@code other} signed themselves, {@code ca} signed {@code server} (127.0.0.1 and stranger.example) and {@code client}.
 */
class TargetTlsTest {
    @TempDir
    static Path folder;

    private static final Path PEM = Path.of("src/test/resources/dev/callcost/transport/target");

    private static Stranger stranger;
    private static Stranger demanding;

    @BeforeAll
    static void start() throws Exception {
        stranger = Stranger.start(Reflection.V1, name -> {}, server -> server.sslContext(context(ClientAuth.NONE)));
        demanding = Stranger.start(Reflection.V1, name -> {}, server -> server.sslContext(context(ClientAuth.REQUIRE)));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        stranger.close();
        demanding.close();
    }

    private static Path certificate(String name) {
        return PEM.resolve(name + ".pem");
    }

    private static SslContext context(ClientAuth clients) {
        try {
            return GrpcSslContexts.configure(SslContextBuilder.forServer(
                                    certificate("server").toFile(),
                                    PEM.resolve("server.key").toFile())
                            .trustManager(certificate("ca").toFile())
                            .clientAuth(clients))
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TargetOptions options(Stranger server, String authority, Object tls, String clientCertificate) {
        return new TargetOptions(
                server.address(),
                "stranger.Greeter/SayHello",
                "",
                "",
                "",
                "20s",
                authority,
                tls.toString(),
                clientCertificate,
                "");
    }

    private static String client(String certificate, String key) {
        return certificate(certificate) + ":" + PEM.resolve(key + ".key");
    }

    private static TargetException refused(TargetOptions options) {
        TargetException refused = catchThrowableOfType(
                TargetException.class, () -> Target.open(options).close());
        assertThat(refused).as("%s", options).isNotNull();
        assertThat(refused.getMessage()).hasLineCount(1);
        return refused;
    }

    @Test
    void aServerIsTrustedByItsCaOrUnchecked() {
        try (Target target = Target.open(options(stranger, "", certificate("ca"), ""))) {
            assertThat(target.reply()).isEqualTo("{\"message\":\"Hello \"}");
            assertThat(target.describe()).endsWith(" at " + stranger.address() + ", TLSv1.3");
            assertThat(target.facts()).containsEntry("security", "TLSv1.3");
            target.call();
        }
        try (Target target = Target.open(options(stranger, "", "insecure", ""))) {
            assertThat(target.describe()).endsWith(", TLSv1.3, certificate not checked");
        }
    }

    @Test
    void aServerThatIsNotTrustedIsRefused() {
        for (String tls : new String[] {"system", certificate("other").toString()}) {
            TargetException refused = refused(options(stranger, "", tls, ""));
            assertThat(refused)
                    .hasMessageContainingAll(
                            stranger.address() + ": its certificate is not trusted by ",
                            tls.equals("system") ? "this JVM" : "other.pem",
                            "--ca FILE",
                            "--insecure");
            assertThat(refused.kind()).isEqualTo(Kind.FAILURE);
        }
    }

    @Test
    void theCertificateIsForTheAuthority() {
        Path ca = certificate("ca");
        Target.open(options(stranger, "stranger.example", ca, "")).close();
        TargetException refused = refused(options(stranger, "another.example", ca, ""));
        assertThat(refused)
                .hasMessageContainingAll(": its certificate is refused: ", "another.example", "--authority NAME");
        assertThat(refused.kind()).isEqualTo(Kind.FAILURE);
    }

    @Test
    void aServerMayDemandACertificate() {
        Path ca = certificate("ca");
        Target.open(options(demanding, "", ca, client("client", "client"))).close();
        assertThat(refused(options(demanding, "", ca, "")).kind()).isEqualTo(Kind.FAILURE);
        assertThat(refused(options(demanding, "", ca, client("other", "other"))).kind())
                .isEqualTo(Kind.FAILURE);
    }

    @Test
    void filesThatAreNoCertificatesAreRefused() throws Exception {
        Path ca = certificate("ca");
        String text =
                Files.writeString(folder.resolve("text.pem"), "no certificate").toString();
        assertFile(options(stranger, "", text, ""), "text.pem: ");
        assertFile(options(stranger, "", folder.resolve("none.pem"), ""), "none.pem: no such file");
        assertFile(options(stranger, "", ca, text + ":" + text), "text.pem: ");
        assertFile(options(stranger, "", ca, client("client", "none")), "none.key: no such file");

        assertThat(refused(options(stranger, "", ca, text)))
                .hasMessage("client certificate " + text + ": expected CERTIFICATE.pem:KEY.pem")
                .extracting(TargetException::kind)
                .isEqualTo(Kind.USAGE);
        assertThat(refused(options(stranger, "", "", client("client", "client"))))
                .hasMessage("a client certificate needs TLS")
                .extracting(TargetException::kind)
                .isEqualTo(Kind.USAGE);
    }

    private static void assertFile(TargetOptions options, String message) {
        TargetException refused = refused(options);
        assertThat(refused).hasMessageContaining(message);
        assertThat(refused.kind()).isEqualTo(Kind.FILE);
    }

    @Test
    void plaintextAndTlsDoNotMeet() throws Exception {
        assertThat(refused(options(stranger, "", "", "")))
                .hasMessageStartingWith(stranger.address() + ": server reflection: UNAVAILABLE: ")
                .hasMessageEndingWith("(does it expect TLS?)");
        try (Stranger plain = Stranger.start(Reflection.V1)) {
            assertThat(refused(options(plain, "", "insecure", "")))
                    .hasMessage(plain.address() + ": does not speak TLS");
        }
    }
}
