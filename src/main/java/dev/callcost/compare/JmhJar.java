package dev.callcost.compare;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.zip.ZipFile;
import org.openjdk.jmh.runner.BenchmarkList;

/** A jar with benchmarks, of this suite or any other that uses JMH. */
final class JmhJar {
    private JmhJar() {}

    /**
     * The benchmarks that JMH's annotation processor wrote down in a jar, or in a jar that its manifest names.
     *
     * @throws CommandException (bad file) when there are none or they cannot be read
     */
    static BenchmarkList benchmarks(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile());
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            StringBuilder lists = new StringBuilder();
            for (URL list : Collections.list(classes.getResources(BenchmarkList.BENCHMARK_LIST.substring(1)))) {
                try (InputStream in = list.openStream()) {
                    lists.append(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                            .append('\n');
                }
            }
            if (lists.isEmpty()) {
                throw CommandException.badFile(
                        jar + ": no JMH jar, it holds no " + BenchmarkList.BENCHMARK_LIST.substring(1));
            }
            return BenchmarkList.fromString(lists.toString());
        } catch (IOException e) {
            throw CommandException.badFile(jar + ": cannot be read as a jar: " + e.getMessage());
        }
    }

    /** The jar's SHA-256, in hexadecimal digits. */
    static String checksum(Path jar) {
        try (InputStream in = Files.newInputStream(jar)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw CommandException.badFile(jar + ": cannot be read: " + e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
