package dev.callcost.file;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A folder that is deleted with its content on close. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    /** Creates a folder with a name that begins with a prefix, in a folder that is temporary itself. */
    public TemporaryFolder(Path within, String prefix) {
        this(created(within, prefix));
    }

    /** Creates a folder where the system has temporary files, after those of killed processes were deleted. */
    public static TemporaryFolder create() {
        return create(Path.of(System.getProperty("java.io.tmpdir")), "callcost-jars-", TemporaryFolder::delete);
    }

    /**
     * Creates a folder with a name that begins with a prefix. First, folders there with the same prefix are removed
     * that ended processes of the same user left.
     *
     * @param removeLeft removes one of them
     */
    public static TemporaryFolder create(Path within, String prefix, Consumer<Path> removeLeft) {
        TemporaryFolder folder = new TemporaryFolder(within.toAbsolutePath(), prefix);
        FolderOwner.claim(folder.path);
        FolderOwner.removeLeft(folder.path, prefix, removeLeft);
        return folder;
    }

    private static Path created(Path within, String prefix) {
        try {
            return Files.createTempDirectory(within, prefix);
        } catch (IOException e) {
            throw CommandException.badFile("cannot create a folder in " + within + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        FolderOwner.release(path);
        delete(path);
    }

    /** Deletes a folder with its content. */
    public static void delete(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            folder.toFile().deleteOnExit(); // a process that was killed may still be writing to it
        }
    }

    /**
     * Shows other processes whether the process that made a folder has ended. While it lives, it holds the lock of a
     * file in the folder. The kernel frees the lock of a killed process. A process id would not do: the kernel uses it
     * again, and containers that share a folder have the same ids.
     */
    private static final class FolderOwner {
        private static final String FILE = ".owner";

        /** The folders of this process. To close any channel of a file would free the lock that this process holds. */
        private static final Map<Path, FileChannel> OWN = new ConcurrentHashMap<>();

        private FolderOwner() {}

        /** Takes the lock of a folder. The file gets its name when it is locked, so nobody finds it free. */
        static void claim(Path folder) {
            Path file = folder.resolve(FILE + ".new");
            try {
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OWN.put(folder, channel);
                channel.lock();
                Files.move(file, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // the file system has no locks: other processes do not touch the folder, so it stays after a kill
            }
        }

        /** Frees the lock. Does nothing when this process has none. */
        static void release(Path folder) {
            try (FileChannel channel = OWN.remove(folder)) {
                // closed, which frees the lock
            } catch (IOException e) {
                // the end of this process frees it
            }
        }

        /**
         * Removes the folders of ended processes.
         *
         * @param own a folder of this process; those beside it with the same prefix are looked at, of the same user
         *     alone: git would obey the settings of a repository that the folder of somebody else names
         */
        static void removeLeft(Path own, String prefix, Consumer<Path> remove) {
            List<Path> folders;
            try (Stream<Path> all = Files.list(own.getParent())) {
                Object user = Files.getOwner(own);
                folders = all.filter(it -> it.getFileName().toString().startsWith(prefix))
                        .filter(it -> !OWN.containsKey(it) && isOf(user, it))
                        .toList();
            } catch (IOException | UncheckedIOException e) {
                return;
            }
            folders.forEach(folder -> removeIfLeft(folder, remove));
        }

        private static boolean isOf(Object user, Path folder) {
            try {
                return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user);
            } catch (IOException e) {
                return false; // another process removes it
            }
        }

        private static void removeIfLeft(Path folder, Consumer<Path> remove) {
            try (FileChannel channel = FileChannel.open(folder.resolve(FILE), StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                if (lock != null) {
                    remove.accept(folder);
                }
            } catch (IOException e) {
                // no owner was named, or another process removes the folder
            }
        }
    }
}
