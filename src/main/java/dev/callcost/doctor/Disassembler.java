package dev.callcost.doctor;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Whether the JVM finds a disassembler, hsdis, which turns what perfasm prints from bytes into instructions. */
public final class Disassembler {
    /** Folders of a JDK where HotSpot looks before it asks the system's loader (its disassembler.cpp). */
    private static final List<String> OF_THE_JVM = List.of("lib/server", "lib", "bin/server", "bin");

    private Disassembler() {}

    /** Whether there is one; that it fits this JVM is not said. */
    public static boolean isFound() {
        return isFound(Path.of(System.getProperty("java.home")), System.getProperty("java.library.path", ""));
    }

    /**
     * Whether there is one.
     *
     * @param home of the JVM
     * @param libraryPath where the system's loader looks, as the JVM tells it
     */
    static boolean isFound(Path home, String libraryPath) {
        String suffix = System.mapLibraryName("").replaceFirst("^lib", "");
        return Stream.concat(
                        OF_THE_JVM.stream().map(home::resolve),
                        Arrays.stream(libraryPath.split(File.pathSeparator)).map(Path::of))
                .anyMatch(folder -> holds(folder, suffix));
    }

    private static boolean holds(Path folder, String suffix) {
        String[] names = Files.isDirectory(folder) ? folder.toFile().list() : null;
        return names != null
                && Arrays.stream(names).anyMatch(name -> name.matches("(lib)?hsdis-\\w+" + suffix.replace(".", "\\.")));
    }
}
