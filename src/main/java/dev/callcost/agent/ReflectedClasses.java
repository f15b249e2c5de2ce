package dev.callcost.agent;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

/**
 * Finds out which classes a program has looked into by reflection: their {@link Class} keeps the members that it was
 * asked for.
 */
final class ReflectedClasses {
    private ReflectedClasses() {}

    /**
     * Those of some classes whose members were asked for since this JVM began, by any class of the JDK or the program.
     * A class that the loader of this class does not find is among them, because others may have found it.
     *
     * @param names as {@link Class#getName} has them
     * @throws ReflectiveOperationException when this JVM does not keep members where OpenJDK does
     */
    static List<String> of(List<String> names) throws ReflectiveOperationException {
        Field access = Unsafe.class.getDeclaredField("theUnsafe");
        access.setAccessible(true);
        Unsafe unsafe = (Unsafe) access.get(null);
        long kept = unsafe.objectFieldOffset(Class.class.getDeclaredField("reflectionData"));
        List<String> reflected = new ArrayList<>();
        for (String name : names) {
            try {
                Class<?> type = Class.forName(name, false, ReflectedClasses.class.getClassLoader());
                if (unsafe.getObject(type, kept) != null) {
                    reflected.add(name);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                reflected.add(name);
            }
        }
        return reflected;
    }
}
