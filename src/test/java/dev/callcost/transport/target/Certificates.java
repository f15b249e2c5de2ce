package dev.callcost.transport.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A private CA with certificates of a server and a client, made by the JDK's keytool, as PEM files in a folder. */
record Certificates(Path folder) {
    private static final String PASSWORD = "changeit";

    static Certificates create(Path folder) throws Exception {
        Certificates made = new Certificates(folder);
        made.keytool("ca", "-ext", "bc:c");
        made.keytool("server", "-signer", "ca", "-ext", "san=ip:127.0.0.1,dns:stranger.example");
        made.keytool("client", "-signer", "ca");
        made.keytool("other", "-ext", "bc:c");
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(made.store())) {
            store.load(in, PASSWORD.toCharArray());
        }
        for (String name : List.of("ca", "server", "client", "other")) {
            made.export(store, name);
        }
        return made;
    }

    private Path store() {
        return folder.resolve("keys.p12");
    }

    private void keytool(String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store().toString(),
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + alias,
                "-alias",
                alias));
        command.addAll(List.of(more));
        Path out = folder.resolve("keytool.txt");
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(keytool.waitFor()).as(Files.readString(out)).isZero();
    }

    private void export(KeyStore store, String name) throws GeneralSecurityException, IOException {
        Certificate certificate = store.getCertificate(name);
        Key key = store.getKey(name, PASSWORD.toCharArray());
        Files.writeString(certificate(name), pem("CERTIFICATE", certificate.getEncoded()));
        Files.writeString(key(name), pem("PRIVATE KEY", key.getEncoded()));
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + what
                + "-----\n";
    }

    Path certificate(String name) {
        return folder.resolve(name + ".pem");
    }

    Path key(String name) {
        return folder.resolve(name + ".key");
    }
}
