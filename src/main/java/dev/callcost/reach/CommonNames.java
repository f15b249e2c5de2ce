package dev.callcost.reach;

import dev.callcost.agent.Probes;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Names of anonymous and local classes that do not depend on how many others their outer class has: a number counts the
 * classes of one method. A compiler's number counts those of the outer class, so one that is added renames others.
 */
final class CommonNames {
    private static final Pattern NUMBERED = Pattern.compile("(.*\\$)(\\d{1,9})([^$]*)");

    /** Leaves all names as they are. */
    static final CommonNames NONE = new CommonNames();

    private final Map<String, String> names = new HashMap<>();

    private CommonNames() {}

    /** Of a jar's classes whose outermost class is one of those given. */
    static CommonNames of(JarContent jar, Set<String> outermost) {
        CommonNames common = new CommonNames();
        Map<String, Integer> counts = new HashMap<>();
        List<String> classes = jar.names().stream()
                .filter(file -> file.endsWith(Probes.CLASS_FILE))
                .map(CommonNames::type)
                .filter(name -> name.indexOf('$') > 0 && outermost.contains(outermost(name)))
                .sorted(Comparator.comparingInt(CommonNames::depth).thenComparing(CommonNames::number))
                .toList();
        for (String name : classes) {
            int end = name.lastIndexOf('$');
            String outer = common.names.getOrDefault(name.substring(0, end), name.substring(0, end));
            Matcher numbered = NUMBERED.matcher(name);
            String own = name.substring(end + 1);
            if (numbered.matches()) {
                String where = (place(jar.read(name + Probes.CLASS_FILE)) + numbered.group(3)).replaceAll("\\W", "_");
                own = where + "#" + counts.merge(outer + "$" + where, 1, Integer::sum);
            }
            common.names.put(name, outer + "$" + own);
        }
        common.names.entrySet().removeIf(name -> name.getKey().equals(name.getValue()));
        return common;
    }

    /** The path of a class file without its ending. */
    static String type(String file) {
        return file.substring(0, file.length() - Probes.CLASS_FILE.length());
    }

    static String outermost(String name) {
        int end = name.indexOf('$', name.lastIndexOf('/') + 2);
        return end < 0 ? name : name.substring(0, end);
    }

    private static int depth(String name) {
        return (int) name.chars().filter(letter -> letter == '$').count();
    }

    private static int number(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        return numbered.matches() ? Integer.parseInt(numbered.group(2)) : 0;
    }

    /** The method that a class stands in; classes that a compiler adds are counted alone. */
    private static String place(byte[] classFile) {
        StringBuilder place = new StringBuilder();
        try {
            new ClassReader(classFile)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public void visit(
                                        int version,
                                        int access,
                                        String name,
                                        String signature,
                                        String superName,
                                        String[] interfaces) {
                                    place.append((access & Opcodes.ACC_SYNTHETIC) == 0 ? "" : "synthetic ");
                                }

                                @Override
                                public void visitOuterClass(String owner, String name, String descriptor) {
                                    place.append(name == null ? "" : ClassCode.withoutNumber(name) + descriptor);
                                }
                            },
                            ClassReader.SKIP_CODE);
        } catch (RuntimeException e) {
            place.append("unreadable");
        }
        return place.toString();
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /** The name of a class by the method that it stands in; its own name where it has no number. */
    String of(String name) {
        return names.getOrDefault(name, name);
    }
}
