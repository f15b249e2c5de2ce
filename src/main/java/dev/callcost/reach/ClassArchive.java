package dev.callcost.reach;

import dev.callcost.launch.JarCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * An archive of the classes that scouts of a jar load (JEP 350). A JVM that has it does not read, check and link these
 * classes, which is a third of the CPU time of a scout. A JVM that cannot use it, for example because of other
 * arguments, runs without it.
 *
 * @param file does not exist before the archive has been written
 */
record ClassArchive(Path file) {
    /** Writing it takes as long as a few scouts. */
    private static final int FEWEST_SCOUTS = 10;

    /**
     * Whether it serves so many scouts of a jar. A JVM does not log the file of a class in an archive, so the jar must
     * be the only one.
     */
    static boolean serves(JarCopy jar, int scouts) {
        if (scouts < FEWEST_SCOUTS || !jar.others().isEmpty()) {
            return false;
        }
        try (JarFile content = new JarFile(jar.path().toFile())) {
            Manifest manifest = content.getManifest();
            return manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** The argument of a JVM that writes the archive when it ends. */
    List<String> writing() {
        return List.of("-XX:ArchiveClassesAtExit=" + unfinished());
    }

    private Path unfinished() {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    /** Notes that the JVM that writes has ended. */
    void written() {
        try {
            Files.move(unfinished(), file);
        } catch (IOException e) {
            // it could not write one
        }
    }

    /**
     * The arguments of a JVM that uses the archive, if there is one; the second prevents its messages when it cannot.
     */
    List<String> reading() {
        return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off") : List.of();
    }
}
