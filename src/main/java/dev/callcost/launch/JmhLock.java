package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * JMH's lock, with which one run at a time measures on a machine (see {@code org.openjdk.jmh.runner.Runner}). Hosts do not take the lock.
 *
 * @param file empty when the lock is ignored
 */
public record JmhLock(Optional<FileChannel> file) implements AutoCloseable {
    /**
     * Takes the lock, or none at all with JMH's property {@value ForkGate#IGNORE_LOCK}.
     *
     * @throws CommandException (failure) when another process has it; (bad file) when its file cannot be opened
     */
    public static JmhLock take() {
        return take(
                Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock"), Boolean.getBoolean(ForkGate.IGNORE_LOCK));
    }

    static JmhLock take(Path path, boolean isIgnored) {
        if (isIgnored) {
            return new JmhLock(Optional.empty());
        }
        try {
            FileChannel file = open(path);
            if (!isLocked(file)) {
                file.close();
                throw CommandException.failure("another JMH run holds " + path
                        + ": two that measure at once slow each other down; wait for its end");
            }
            return new JmhLock(Optional.of(file));
        } catch (IOException e) {
            throw CommandException.badFile("JMH's lock " + path + owner(path) + " cannot be opened (" + reason(e)
                    + "): when no other JMH run measures, start java with -Djava.io.tmpdir=DIR for a lock of your own,"
                    + " or with -D" + ForkGate.IGNORE_LOCK + "=true for none");
        }
    }

    /** An existing file is not opened with CREATE: in a folder such as /tmp Linux would refuse another user's file even to root. */
    private static FileChannel open(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            return FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        }
    }

    private static String owner(Path path) {
        try {
            return " belongs to " + Files.getOwner(path).getName() + " and";
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such folder";
        }
        return failure instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : failure.getMessage();
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // this JVM has the lock
        }
    }

    @Override
    public void close() {
        try {
            if (file.isPresent()) {
                file.get().close(); // releases the lock
            }
        } catch (IOException e) {
            // the end of the process releases it
        }
    }
}
