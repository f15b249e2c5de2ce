package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/** JMH's lock, with which one run at a time measures on a machine (see {@code org.openjdk.jmh.runner.Runner}). Hosts do not take the lock. */
public record JmhLock(RandomAccessFile file) implements AutoCloseable {
    /** @throws CommandException (failure) when another process has it; (bad file) when its file cannot be opened */
    public static JmhLock take() {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        try {
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            if (!isLocked(file) && !Boolean.getBoolean(ForkGate.IGNORE_LOCK)) {
                file.close();
                throw CommandException.failure("another JMH run holds " + path
                        + ": two that measure at once slow each other down; wait for its end");
            }
            return new JmhLock(file);
        } catch (IOException e) {
            throw CommandException.badFile("cannot take JMH's lock " + path + ": " + e.getMessage());
        }
    }

    private static boolean isLocked(RandomAccessFile file) throws IOException {
        try {
            return file.getChannel().tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // this JVM has the lock
        }
    }

    @Override
    public void close() {
        try {
            file.close(); // releases the lock
        } catch (IOException e) {
            // the end of the process releases it
        }
    }
}
