package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * JMH's lock, with which one run at a time measures on a machine (see {@code org.openjdk.jmh.runner.Runner}). Hosts do
 * not take the lock.
 */
public final class JmhLock implements AutoCloseable {
    private final FileChannel file;

    private JmhLock(FileChannel file) {
        this.file = file;
    }

    /**
     * Takes the lock, or none at all with JMH's property {@value ForkGate#IGNORE_LOCK}.
     *
     * @throws CommandException (failure) when another process has it; (bad file) when its file cannot be opened
     */
    public static JmhLock take() {
        if (Boolean.getBoolean(ForkGate.IGNORE_LOCK)) {
            return new JmhLock(null);
        }
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        try {
            FileChannel file = open(path);
            if (file.tryLock() == null) {
                file.close();
                throw CommandException.failure("another JMH run holds " + path
                        + ": two that measure at once slow each other down; wait for its end");
            }
            return new JmhLock(file);
        } catch (IOException e) {
            throw CommandException.badFile("JMH's lock cannot be opened (" + e
                    + "): when no other JMH run measures, start java with -Djava.io.tmpdir=DIR for a lock of your own,"
                    + " or with -D" + ForkGate.IGNORE_LOCK + "=true for none");
        }
    }

    /**
     * An existing file is not opened with CREATE: in a folder such as /tmp Linux would refuse another user's file even
     * to root.
     */
    private static FileChannel open(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            return FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        }
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close(); // releases the lock
            }
        } catch (IOException e) {
            // the end of the process releases it
        }
    }
}
