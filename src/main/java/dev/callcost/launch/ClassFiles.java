package dev.callcost.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;

/** Class files of this suite that are added to other jars. */
final class ClassFiles {
    private static final Pattern NAME = Pattern.compile("dev/callcost/[\\w/$]+");

    /** The tag of a text in a class file's constant pool (JVMS 4.4), such as a class name or a descriptor. */
    private static final int UTF8 = 1;

    private ClassFiles() {}

    /**
     * Finds classes and all classes of this suite that they refer to, directly or not.
     *
     * @return the content of each class file by its path in a jar
     * @throws IOException when a class file cannot be read
     */
    static SortedMap<String, byte[]> neededBy(Collection<Class<?>> roots) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        roots.forEach(root -> open.add(root.getName().replace('.', '/')));
        while (!open.isEmpty()) {
            String file = open.remove() + ".class";
            try (InputStream content = ClassFiles.class.getResourceAsStream("/" + file)) {
                if (content != null && !files.containsKey(file)) {
                    files.put(file, content.readAllBytes());
                    open.addAll(named(files.get(file)));
                }
            }
        }
        return files;
    }

    /** Names in the constants of a class that may be classes of this suite. */
    private static List<String> named(byte[] content) {
        ClassReader reader = new ClassReader(content);
        List<String> names = new ArrayList<>();
        for (int constant = 1; constant < reader.getItemCount(); constant++) {
            int start = reader.getItem(constant);
            if (start > 0 && reader.readByte(start - 1) == UTF8) {
                String text = new String(
                        content, start + Short.BYTES, reader.readUnsignedShort(start), StandardCharsets.UTF_8);
                NAME.matcher(text).results().map(MatchResult::group).forEach(names::add);
            }
        }
        return names;
    }
}
