package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.work.WorkDelta.WorkKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.util.Utils;

/** Changes whose work in the JDK is known: its code of these methods has been the same for many releases. */
class JdkWorkIT {
    private static final int SIZE = 50;

    /** The hash codes of the keys are equal, so the first one put is found first. */
    private static final String BASE = """
            package org.example;
            import java.util.*;
            import java.util.concurrent.atomic.*;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread)
            public class Rows {
                int[] data = new int[SIZE];
                int[] copy = new int[SIZE];
                @Benchmark public int filled() { return Library.filled(data); }
                @Benchmark public int filledAgain() { return Library.filled(data); }
                @Benchmark public int copied() { return Library.copied(data, copy); }
                @Benchmark public Object checked() { return Library.checked(data); }
                @Benchmark public int collided() { return Library.collided(); }
                @Benchmark public int collidedAlone() { return Library.collidedAlone(); }
            }
            class Library {
                static final Map<String, Integer> MAP = new HashMap<>();
                static final AtomicInteger SEVEN = new AtomicInteger(7);
                static { for (String key : List.of("AaAa", "AaBB", "BBAa", "BBBB")) { MAP.put(key, 1); } }
                static int filled(int[] to) { for (int k = 0; k < to.length; k++) { to[k] = 7; } return to[3]; }
                static int copied(int[] of, int[] to) { for (int k = 0; k < to.length; k++) { to[k] = of[k]; } return to[3]; }
                static Object checked(Object it) { return Objects.requireNonNull(Objects.requireNonNull(it)); }
                static int collided() { return MAP.get("AaAa"); }
                static int collidedAlone() { return MAP.get("AaAa"); }
            }
            """.replace("SIZE", String.valueOf(SIZE));

    private static final String HEAD = BASE.replace(
                    "for (int k = 0; k < to.length; k++) { to[k] = 7; }", "Arrays.fill(to, 7);")
            .replace(
                    "for (int k = 0; k < to.length; k++) { to[k] = of[k]; }",
                    "System.arraycopy(of, 0, to, 0, to.length);")
            .replace("Objects.requireNonNull(Objects.requireNonNull(it))", "Objects.requireNonNull(it)")
            .replace("collided() { return MAP.get(\"AaAa\");", "collided() { return MAP.get(\"BBBB\") + SEVEN.get();")
            .replace("collidedAlone() { return MAP.get(\"AaAa\");", "collidedAlone() { return MAP.get(\"BBBB\");");

    @TempDir
    Path directory;

    private Map<String, WorkDelta> count(String java, String rows) throws IOException {
        return Plantings.byName(Plantings.count(
                Plantings.copy(directory, "base", BASE, rows, "-jvm", java),
                Plantings.copy(directory, "head", HEAD, rows, "-jvm", java),
                directory));
    }

    private static void assertCounted(WorkDelta work, WorkKind kind, int own, int jdk) {
        assertThat(work.counted().scope()).as("%s", WorkSentences.of(work)).startsWith("all");
        assertThat(work.kind()).as("%s", WorkSentences.of(work)).isEqualTo(kind);
        assertThat(work.bytecodes()).isEqualTo(own);
        assertThat(work.jdkBytecodes()).isEqualTo(jdk);
    }

    /** The loop of {@code Arrays.fill} has 9 bytecodes, with 9 around it; the loop of base has 10, with 6. */
    private static void assertFilled(WorkDelta work) {
        assertCounted(work, WorkKind.MIXED, 3 - (10 * SIZE + 6), 9 * SIZE + 9);
        assertThat(work.jdkWork().methods().get(0).name()).isEqualTo("java.util.Arrays.fill");
    }

    @Test
    void theJdksWorkIsCountedToTheLastDigit() throws IOException {
        Map<String, WorkDelta> rows = count(Utils.getCurrentJvm(), ".*");
        assertFilled(rows.get("filled"));
        assertThat(rows.get("filledAgain").jdkWork())
                .isEqualTo(rows.get("filled").jdkWork());
        WorkDelta collided = rows.get("collided");
        assertThat(collided.kind()).as("%s", WorkSentences.of(collided)).isEqualTo(WorkKind.MORE);
        assertThat(collided.jdkWork().methods())
                .as("the key is the fourth one of its bucket")
                .anyMatch(it -> it.name().equals("java.util.HashMap.getNode") && it.bytecodes() > 3 * 10)
                .contains(new WorkDelta.MethodDelta("java.util.concurrent.atomic.AtomicInteger.get", 3, 1));
        assertCounted(rows.get("checked"), WorkKind.LESS, -1, -4);
        assertThat(rows.get("checked").share()).isEqualTo(-5.0 / (8 + 2 * 4));

        WorkDelta copied = rows.get("copied");
        assertCounted(copied, WorkKind.MIXED, 7 - (12 * SIZE + 6), 0);
        assertThat(WorkText.jdkCalls(copied))
                .contains("calls System.arraycopy once more per call: their work is not counted");

        WorkDelta alone = rows.get("collidedAlone");
        assertThat(alone.kind()).as("the same calls with another argument").isEqualTo(WorkKind.MORE);
        assertThat(alone.bytecodes()).isZero();
        assertThat(alone.jdkWork().methods())
                .anyMatch(it -> it.name().equals("java.util.HashMap.getNode") && it.bytecodes() > 3 * 10);
    }

    @Test
    void anotherJdkCountsItsOwn() throws IOException {
        Path java25 = WorkProfilerIT.jdk25();
        assumeTrue(java25 != null, "no JDK 25 beside this one");
        Map<String, WorkDelta> rows = count(java25.toString(), "Rows.filled$");
        assertThat(rows).containsOnlyKeys("filled");
        assertFilled(rows.get("filled"));
    }
}
