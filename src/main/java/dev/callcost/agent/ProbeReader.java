package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import sun.misc.Unsafe;

/**
 * Tells {@link Probes} when a scout's iteration begins, and which classes were reflected when it has ended: their
 * {@link Class} keeps the members that the program asked for.
 */
public final class ProbeReader implements InternalProfiler {
    private final Path classes;

    /**
     * JMH calls this constructor in its host too, where the profiler does nothing.
     *
     * @param classes the file with the names of classes that are looked at
     */
    public ProbeReader(String classes) {
        this.classes = Path.of(classes);
    }

    @Override
    public String getDescription() {
        return "Counts calls of changed methods";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Probes.begin(benchmark.getMode() == Mode.SingleShotTime, benchmark.getThreads());
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        try {
            reflected(Files.readAllLines(classes)).forEach(Probes::reflects);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Probes.looksUp();
        }
        return List.of();
    }

    /**
     * Finds those of the named classes whose members any class of the JDK or the program has asked for since this JVM
     * began. A class that the loader of this class does not find is among them, because others may have found it.
     *
     * @param names as {@link Class#getName} has them
     * @throws ReflectiveOperationException when this JVM does not keep members where OpenJDK does
     */
    static List<String> reflected(List<String> names) throws ReflectiveOperationException {
        Field access = Unsafe.class.getDeclaredField("theUnsafe");
        access.setAccessible(true);
        Unsafe unsafe = (Unsafe) access.get(null);
        long kept = unsafe.objectFieldOffset(Class.class.getDeclaredField("reflectionData"));
        List<String> reflected = new ArrayList<>();
        for (String name : names) {
            try {
                Class<?> type = Class.forName(name, false, ProbeReader.class.getClassLoader());
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
