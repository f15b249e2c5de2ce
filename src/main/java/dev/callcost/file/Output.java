package dev.callcost.file;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Bytes to a file or a pipe. A {@link PrintStream} hides why it cannot print; this keeps the first failure below it.
 */
public final class Output extends FilterOutputStream {
    private volatile IOException failure;

    public Output(OutputStream out) {
        super(out);
    }

    /** A stream that prints to this one in UTF-8. */
    public PrintStream printer(boolean flushesLines) {
        return new PrintStream(this, flushesLines, StandardCharsets.UTF_8);
    }

    /** Why the bytes were not written; empty when all were. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    private interface Write {
        void run() throws IOException;
    }

    private void keeping(Write write) throws IOException {
        try {
            write.run();
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    @Override
    public void write(int b) throws IOException {
        keeping(() -> out.write(b));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        keeping(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        keeping(out::flush);
    }

    @Override
    public void close() throws IOException {
        keeping(out::close);
    }
}
