package dev.callcost.layout;

import dev.callcost.launch.JmhJar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A jar that has a manifest alone, which names the parts of a class path. Jars stay where they are, unless they will be
 * gone. Folders are copied, because a build may change them while forks run from them. Copies have relative paths, so
 * that their folder can move.
 */
final class PathingJar {
    private PathingJar() {}

    /** @param vanishing a folder whose jars are copied, too; null for none */
    static Path write(Path folder, List<Path> parts, Path vanishing) throws IOException {
        MessageDigest digest = JmhJar.sha256();
        List<Path> copies = new ArrayList<>();
        for (Path part : parts) {
            if (Files.isDirectory(part)) {
                copies.add(copied(part, folder, copies.size(), digest));
            } else if (vanishing != null && part.toAbsolutePath().normalize().startsWith(vanishing)) {
                Path own = Files.createDirectories(folder.resolve(String.valueOf(copies.size())));
                copies.add(Files.copy(part, own.resolve(part.getFileName())));
            } else {
                copies.add(part.toAbsolutePath());
            }
        }
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(JmhJar.FOLDERS, HexFormat.of().formatHex(digest.digest()));
        attributes.put(
                Attributes.Name.CLASS_PATH,
                copies.stream()
                        .map(part -> folder.toUri().relativize(part.toUri()).toASCIIString())
                        .collect(Collectors.joining(" ")));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        manifest.write(content);
        Path jar = folder.resolve("class-path.jar");
        JmhJar.write(jar, Map.of(JarFile.MANIFEST_NAME, content.toByteArray()));
        return jar;
    }

    private static Path copied(Path part, Path folder, int index, MessageDigest digest) throws IOException {
        Path copy =
                folder.resolve(index + "-" + part.toAbsolutePath().normalize().getFileName());
        List<Path> files;
        try (Stream<Path> tree = Files.walk(part)) {
            files = tree.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = part.relativize(file).toString();
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            Path target = copy.resolve(name);
            Files.createDirectories(target.getParent());
            try (DigestOutputStream out = new DigestOutputStream(Files.newOutputStream(target), digest)) {
                Files.copy(file, out);
            }
        }
        Files.createDirectories(copy);
        return copy;
    }
}
