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
 * An archive of the classes that scouts of a jar load (JEP 350). A JVM that has it reads, checks and links none of these classes again, which takes more than a
 * third of the CPU time of a scout. A JVM that cannot use it, for example because of other arguments, runs without it.
 *
 * @param file does not exist before the archive has been written
 */
record ClassArchive(Path file) {
    /** Writing it takes as long as a few scouts. */
    private static final int FEWEST_SCOUTS = 10;

    /** Whether it serves so many scouts of a jar. Of a class in an archive a JVM does not tell the file, so that the jar must be the only one. */
    static boolean serves(JarCopy jar, int scouts) {
        try (JarFile content = new JarFile(jar.path().toFile())) {
            Manifest manifest = content.getManifest();
            return scouts >= FEWEST_SCOUTS
                    && (manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) == null);
        } catch (IOException e) {
            return false;
        }
    }

    /** The argument of a JVM that writes the archive at its end. */
    List<String> writing() {
        return List.of("-XX:ArchiveClassesAtExit=" + unfinished());
    }

    private Path unfinished() {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    /** Notes that this JVM has ended, with or without an archive. */
    void written() {
        try {
            Files.move(unfinished(), file);
        } catch (IOException e) {
            // there is none
        }
    }

    /** The arguments of a JVM that uses the archive if there is one; the second keeps it from telling why it may not. */
    List<String> reading() {
        return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off") : List.of();
    }
}
