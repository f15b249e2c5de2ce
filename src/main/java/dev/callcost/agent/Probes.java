package dev.callcost.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Counts the calls of changed methods in a scout: a fork that runs a row once to see which of them it runs. Each
 * changed method in the scout's jar begins with a call of {@link #hit}.
 *
 * <p>This class is on the boot class path of the fork and of the JVMs that it starts, so that all class loaders have
 * the same one. The counts are in a file that all these JVMs map.
 *
 * <p>JMH calls profilers before a fork's first set-up and after its last tear-down (see
 * {@code org.openjdk.jmh.runner.BenchmarkHandler#runIteration}), so they cannot tell set-up from measurement. The
 * scout's jar therefore calls this class from {@code org.openjdk.jmh.runner.InfraControl} too, where each thread of a
 * benchmark passes by: {@link #setsUp} after set-up at {@code Level.Trial} and before {@code Level.Iteration},
 * {@link #measures} before the first operation, {@link #tearsDown} after the last one. Set-up and tear-down at
 * {@code Level.Invocation} are thus part of the iteration; those at other levels are not, except that
 * {@code Level.Iteration} is in mode SingleShotTime, whose threads do not announce their first operation. With a JMH
 * that has no such class or methods everything after the first call of a profiler is part of the iteration.
 */
public final class Probes {
    /** Ends the names of class files. */
    public static final String CLASS_FILE = ".class";

    /** The property that has the number of methods and, after a colon, the file of the counts. */
    public static final String PROPERTY = "callcost.probes";

    /** What the name of the file with {@linkplain Notes notes} has in addition. */
    private static final String NOTES = ".notes";

    private static final String READ = "read ";
    private static final String REFLECTED = "reflected ";
    private static final String LOOKED_UP = "looked up";
    private static final String OPENED = "opened";
    private static final String STARTED = "started";

    /**
     * The file begins with the stage that the fork is in. Then it has a count for each stage of the first method, and
     * so on.
     */
    private static final int HEADER = Long.BYTES;

    /** Behind the stage: whether a thread announced that it sets up or measures. */
    private static final int ANNOUNCED = Integer.BYTES;

    private static final int OUTSIDE = 0;
    private static final int WITHIN = 1;

    /** After a profiler was called and before a thread announces anything: outside, where threads do. */
    private static final int BEGUN = 2;

    private static final int STAGES = 3;

    private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

    private static ByteBuffer counts;
    private static String notes;
    private static boolean isSingleShot;
    private static boolean isMeasuring;
    private static int threads;

    static {
        String property = System.getProperty(PROPERTY);
        if (property != null) {
            int colon = property.indexOf(':');
            count(property.substring(colon + 1), Integer.parseInt(property.substring(0, colon)));
        }
    }

    private Probes() {}

    /** The value of {@link #PROPERTY} for so many methods and a file of counts. */
    public static String property(int methods, Path file) {
        return methods + ":" + file;
    }

    /**
     * Counts in a file, which is made if it is missing. Not by {@link Path}, whose provider may be one of the
     * benchmark's own classes.
     */
    public static void count(String file, int methods) {
        notes = file + NOTES;
        try (RandomAccessFile opened = new RandomAccessFile(file, "rw")) {
            counts = opened.getChannel().map(MapMode.READ_WRITE, 0, HEADER + (long) STAGES * methods * Long.BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A method with this number begins. Two threads, or processes, may lose counts to each other and never the first:
     * what one of them writes is not 0.
     */
    public static void hit(int id) {
        ByteBuffer all = counts;
        if (all != null) { // null while the file is opened, where that runs a changed method
            int place = HEADER + (STAGES * id + all.getInt(0)) * Long.BYTES;
            all.putLong(place, all.getLong(place) + 1);
        }
    }

    /** A resource is about to be read. Class files are noted by name. */
    public static void reads(String name) {
        if (name != null && name.endsWith(CLASS_FILE)) {
            note(READ + name);
        }
    }

    /** A method handle is about to be looked up, of a member that may be missing. */
    public static void looksUp() {
        note(LOOKED_UP);
    }

    /** A jar, or another zip file, is about to be opened by other means than a class loader's. */
    public static void opensJar() {
        note(OPENED);
    }

    /** A process is about to be started. */
    public static void startsProcess() {
        note(STARTED);
    }

    /** Reflection has looked into a class. */
    public static void reflects(String name) {
        note(REFLECTED + name);
    }

    private static void note(String line) {
        if (notes != null && NOTED.add(line)) {
            try (FileOutputStream out = new FileOutputStream(notes, true)) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An iteration is about to begin, and no thread of it has. */
    public static synchronized void begin(boolean isSingleShotTime, int ofThreads) {
        isSingleShot = isSingleShotTime;
        threads = ofThreads;
        isMeasuring = false;
        counts.putInt(0, BEGUN);
    }

    private static void announce(int stage) {
        counts.putInt(0, stage);
        counts.putInt(ANNOUNCED, 1);
    }

    /** A thread begins its set-up for the iteration. */
    public static synchronized void setsUp() {
        if (!isMeasuring) {
            isMeasuring = isSingleShot;
            announce(isSingleShot ? WITHIN : OUTSIDE);
        }
    }

    /** A thread calls this after its set-up: methods that run from now on run in an iteration. */
    public static synchronized void measures() {
        if (!isMeasuring) {
            isMeasuring = true;
            announce(WITHIN);
        }
    }

    /** A thread has run its last operation. */
    public static synchronized void tearsDown() {
        threads--;
        if (threads == 0) {
            announce(OUTSIDE);
        }
    }

    /**
     * The calls of a method.
     *
     * @param outside in set-up, in tear-down, and before them
     */
    public record CallCounts(long within, long outside) {}

    /** What was counted, by the numbers of the methods that were called. */
    public static Map<Integer, CallCounts> read(Path file) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        boolean isAnnounced = all.getInt(ANNOUNCED) != 0;
        Map<Integer, CallCounts> calls = new TreeMap<>();
        for (all.position(HEADER); all.hasRemaining(); ) {
            int method = (all.position() - HEADER) / Long.BYTES / STAGES;
            long outside = all.getLong();
            long within = all.getLong();
            long begun = all.getLong();
            outside += isAnnounced ? begun : 0;
            within += isAnnounced ? 0 : begun;
            if (within != 0 || outside != 0) {
                calls.put(method, new CallCounts(within, outside));
            }
        }
        return calls;
    }

    /**
     * What else was noted.
     *
     * @param read the names of class files that were read as resources, as they were given
     * @param reflected the names of classes that reflection looked into, of those that {@link ProbeReader} was given
     * @param isAnyLookedUp whether members may have been looked up in any class
     * @param isAnyOpened whether class files may have been read from a jar
     * @param isAnyStarted whether processes were started
     */
    public record Notes(
            Set<String> read, Set<String> reflected, boolean isAnyLookedUp, boolean isAnyOpened, boolean isAnyStarted) {
        public static Notes of(Path counts) throws IOException {
            Path file = Path.of(counts + NOTES);
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            return new Notes(
                    after(READ, lines),
                    after(REFLECTED, lines),
                    lines.contains(LOOKED_UP),
                    lines.contains(OPENED),
                    lines.contains(STARTED));
        }

        private static Set<String> after(String word, List<String> lines) {
            return lines.stream()
                    .filter(line -> line.startsWith(word))
                    .map(line -> line.substring(word.length()))
                    .collect(Collectors.toSet());
        }
    }
}
