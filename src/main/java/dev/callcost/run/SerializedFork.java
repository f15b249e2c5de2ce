package dev.callcost.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Base64;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * A fork's result as text, by Java's serialization, which is what JMH uses between a fork and its host.
 *
 * @param params what JMH ran
 * @param result the fork's iterations
 */
record SerializedFork(BenchmarkParams params, BenchmarkResult result) {
    private static final ObjectInputFilter JMH_ONLY =
            ObjectInputFilter.Config.createFilter("org.openjdk.jmh.**;java.lang.*;java.util.**;!*");

    /** The text; empty when a profiler's result cannot be serialized, and the fork must be repeated. */
    Optional<String> text() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(params);
            out.writeObject(result);
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.of(Base64.getEncoder().encodeToString(bytes.toByteArray()));
    }

    /**
     * Reads it again.
     *
     * @throws IOException when the text is another
     */
    static SerializedFork of(String text) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            in.setObjectInputFilter(JMH_ONLY);
            return new SerializedFork((BenchmarkParams) in.readObject(), (BenchmarkResult) in.readObject());
        } catch (ClassNotFoundException | ClassCastException | IllegalArgumentException e) {
            throw new IOException(e);
        }
    }
}
