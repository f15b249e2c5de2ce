package dev.callcost.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;

/**
 * Who a server is, for the length of a trial: an elliptic key (P-256) and a certificate of {@value #NAME} signed by itself, in a key store
 * that only this user can read. The JDK's {@code keytool} makes them, a process of its own: nothing public in the JDK makes a certificate.
 */
final class TlsIdentity implements AutoCloseable {
    /** The host that the certificate is for. */
    static final String NAME = "localhost";

    private static final long PATIENCE_SECONDS = 30;

    /** Protects nothing: the file is as secret as its owner's other files. */
    private static final String PASSWORD = "callcost";

    private final Path keyStore;
    private final boolean made;

    private TlsIdentity(Path keyStore, boolean made) {
        this.keyStore = keyStore;
        this.made = made;
    }

    /**
     * Makes an identity, which {@link #close()} removes.
     *
     * @throws UnsupportedOperationException when this Java has no keytool
     */
    static TlsIdentity make() {
        try {
            Path file = Files.createTempDirectory("callcost-tls").resolve("keys.p12");
            TlsIdentity identity = new TlsIdentity(file, true);
            try {
                runKeytool(file);
                return identity;
            } catch (IOException | RuntimeException e) {
                identity.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The identity that another JVM has made. */
    static TlsIdentity in(Path keyStore) {
        return new TlsIdentity(keyStore, false);
    }

    /** Where it is. */
    Path keyStore() {
        return keyStore;
    }

    private static void runKeytool(Path file) throws IOException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        if (!Files.exists(keytool) && !Files.exists(keytool.resolveSibling("keytool.exe"))) {
            throw new UnsupportedOperationException(
                    "TLS needs the JDK's keytool, which is not in " + keytool.getParent());
        }
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        NAME,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + NAME,
                        "-ext",
                        "SAN=dns:" + NAME,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("keytool made no certificate: " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keytool made a certificate", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Key and certificate, for the server. */
    KeyManagerFactory keys() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(), PASSWORD.toCharArray());
            return keys;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key store cannot be used", e);
        }
    }

    /** The certificate, for the client to trust. */
    X509Certificate certificate() {
        try {
            return (X509Certificate) load().getCertificate(NAME);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key store cannot be used", e);
        }
    }

    private KeyStore load() throws GeneralSecurityException {
        try (InputStream bytes = Files.newInputStream(keyStore)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(bytes, PASSWORD.toCharArray());
            return keys;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes what {@link #make()} made. */
    @Override
    public void close() {
        if (made) {
            try {
                Files.deleteIfExists(keyStore);
                Files.deleteIfExists(keyStore.getParent());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
