package dev.callcost.source;

import dev.callcost.file.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The temporary folder of worktrees and jars. Its name has the process id of its owner. */
final class WorkFolder {
    private static final String PREFIX = "callcost-source-";
    private static final Pattern NAME = Pattern.compile(Pattern.quote(PREFIX) + "(\\d+)-.*");

    private WorkFolder() {}

    /** Creates one, after those were removed that killed processes of the same user left. */
    static TemporaryFolder create(Path within) {
        TemporaryFolder created =
                new TemporaryFolder(within, PREFIX + ProcessHandle.current().pid() + "-");
        left(within, created.path()).forEach(Worktree::removeLeft);
        return created;
    }

    private static List<Path> left(Path within, Path own) {
        try (Stream<Path> folders = Files.list(within)) {
            Object owner = Files.getOwner(own);
            return folders.filter(it -> isLeft(it) && isOf(owner, it)).toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static boolean isLeft(Path folder) {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        return name.matches()
                && ProcessHandle.of(Long.parseLong(name.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty();
    }

    /** Git would obey the settings of a repository that the folder of somebody else names. */
    private static boolean isOf(Object owner, Path folder) {
        try {
            return Files.getOwner(folder).equals(owner);
        } catch (IOException e) {
            return false;
        }
    }
}
