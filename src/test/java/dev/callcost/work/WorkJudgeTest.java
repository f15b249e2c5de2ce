package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.WorkCount;
import dev.callcost.work.WorkDelta.JdkWork;
import dev.callcost.work.WorkDelta.MethodDelta;
import dev.callcost.work.WorkDelta.WorkKind;
import dev.callcost.work.WorkDelta.WorkScope;
import dev.callcost.work.WorkJudge.RowWork;
import dev.callcost.work.WorkJudge.WorkSides;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkJudgeTest {
    private static final WorkJudge OF_APPLICATION = new WorkJudge(WorkScope.APPLICATION, List.of("17.0.15"));
    private static final WorkJudge OF_ALL = new WorkJudge(WorkScope.ALL, List.of("17.0.15"));

    /** A row that does as much in each call. */
    private static RowWork row(long bytecodes, long jdkCalls, long bytes) {
        return row(5, bytecodes, 0, jdkCalls, bytes);
    }

    /** @param more bytecodes whenever the operations have doubled, as a share */
    private static RowWork row(int windows, long bytecodes, double more, long jdkCalls, long bytes) {
        List<String> lines = new ArrayList<>();
        double now = bytecodes;
        for (int window = 0; window < windows; window++) {
            long operations = window == 0 ? 1 : 1L << window - 1;
            lines.add("window\t" + operations + "\t" + operations * bytes + "\t0");
            lines.add("method\torg.example.Text$Loop.run\t" + operations * Math.round(now) + "\t" + operations
                    + "\t0\t0");
            lines.add("method\torg.example.Rows.row\t" + 3 * operations + "\t" + operations + "\t0\t0");
            lines.add("jdk\tHashMap.get\t" + operations * jdkCalls);
            now *= 1 + more;
        }
        return counted(lines);
    }

    private static RowWork counted(List<String> lines) {
        return new RowWork(WorkCount.read(lines), List.of(), List.of(17));
    }

    private static WorkDelta delta(RowWork... baseAndHead) {
        List<WorkSides> chances = new ArrayList<>();
        for (int at = 0; at < baseAndHead.length; at += 2) {
            chances.add(new WorkSides(baseAndHead[at], baseAndHead[at + 1]));
        }
        return OF_APPLICATION.delta(chances);
    }

    private static RowWork base() {
        return row(997, 2, 96);
    }

    private static void assertSays(WorkDelta delta, String work, String allocation, String... sentences) {
        assertThat(List.of(WorkText.work(delta), WorkText.allocation(delta))).containsExactly(work, allocation);
        assertThat(WorkSentences.of(delta)).containsExactly(sentences);
    }

    @Test
    void aDifferenceThatTwoChancesShareIsOne() {
        RowWork head = row(1001, 3, 192);
        assertThat(OF_APPLICATION.isOpen(new WorkSides(base(), head))).isTrue();
        WorkDelta delta = delta(base(), head, row(1997, 4, 128), row(2001, 5, 224));
        assertThat(delta.kind()).isEqualTo(WorkKind.MORE);
        assertThat(delta.counted().calls()).isEqualTo(8);
        assertThat(delta.methods()).containsExactly(new MethodDelta("org.example.Text$Loop.run", 4, 0));
        assertSays(
                delta,
                "+0.400%",
                "+96 B",
                "executes 4 bytecodes more per call (1,000 -> 1,004, +0.400%), all of them in Text.Loop.run",
                "allocates 96 bytes more per call, before the JIT removes what it can",
                "calls HashMap.get once more per call",
                "calls of the JDK changed: their work is not counted");
    }

    /** A line of a log has the numbers of a call, and three threads have no whole numbers. */
    @Test
    void differencesOfThirdsAreExact() {
        RowWork base = counted(List.of("window\t3\t700000001\t0", "method\ta.A.run\t1000000001\t3\t0\t0"));
        RowWork head = counted(List.of("window\t3\t700060001\t0", "method\ta.A.run\t1000000004\t3\t0\t0"));
        WorkDelta delta = delta(base, head, base, head);
        assertThat(delta.bytecodes()).isEqualTo(1.0);
        assertThat(delta.bytes()).as("of 0.01%").isZero();
    }

    @Test
    void aSummaryCountsRowsByWhatTheyDo() {
        List<WorkDelta> rows = List.of(
                delta(base(), base()),
                delta(base(), row(1001, 3, 192), base(), row(1001, 3, 192)),
                delta(base(), base()),
                delta(base(), row(1007, 2, 96), base(), base()),
                WorkDelta.notCounted("why"));
        assertThat(WorkText.summary(rows))
                .isEqualTo("2 do the same work, 1 does more work, 1 differs by chance, 1 could not be counted");
    }

    @Test
    void anotherJdkIsNamedWithItsBytes() {
        WorkSides sides = new WorkSides(base(), row(997, 2, 192));
        assertThat(WorkText.bytes(new WorkJudge(WorkScope.APPLICATION, List.of("17.0.15", "25.0.1"))
                        .delta(List.of(sides, sides))))
                .contains("allocates 96 bytes more per call, before the JIT removes what it can, with another JDK");
    }

    @Test
    void aSharedJvmAnswersWhereAllCallsButTheFirstAreAlike() {
        assertThat(sharedByApplication(base(), base()))
                .hasValueSatisfying(work -> assertThat(work.kind()).isEqualTo(WorkKind.SAME))
                .hasValueSatisfying(
                        work -> assertThat(work.counted().scope()).isEqualTo("application in a shared JVM"));
        assertThat(sharedByApplication(base(), row(997, 3, 96))).isEmpty();
        assertThat(sharedByApplication(base(), replaced(0))).isPresent();
        assertThat(delta(base(), replaced(2)).kind()).isEqualTo(WorkKind.SAME);
        assertThat(sharedByApplication(base(), replaced(2))).isEmpty();
        RowWork uncounted = new RowWork(base().windows(), List.of("org.example.Large"), List.of(17));
        assertThat(sharedByApplication(uncounted, uncounted))
                .as("an earlier row may have loaded it")
                .isEmpty();
        RowWork withJdk = withJdk(100, 400, 1, List.of("java.util.Large.run"));
        WorkSides alike = new WorkSides(withJdk, withJdk);
        assertThat(shared(alike)).hasValueSatisfying(work -> {
            assertThat(work.counted().scope()).isEqualTo("all in a shared JVM");
            assertThat(work.jdkWork()).isEqualTo(new JdkWork(400, 400, List.of()));
        });
        WorkSides inJdk = new WorkSides(withJdk, withJdk(100, 462, 1, List.of()));
        assertThat(shared(inJdk)).isEmpty();
    }

    @Test
    void sharedJvmsAnswerWhereBothChancesShowOneDifferenceInTheSameMethods() {
        WorkSides more = new WorkSides(withJdk(100, 400, 1), withJdk(108, 462, 1));
        assertThat(shared(more)).as("one chance is none").isEmpty();
        assertThat(shared(more, more)).hasValueSatisfying(work -> {
            assertThat(work.counted().scope()).isEqualTo("all in a shared JVM");
            assertThat(work.bytecodes() + work.jdkBytecodes()).isEqualTo(8 + 62);
        });
        WorkSides otherJdk = new WorkSides(withJdk(100, 400, 1), withJdk(108, 464, 1));
        assertThat(shared(more, otherJdk)).hasValueSatisfying(work -> {
            assertThat(work.isJdkByChance()).isTrue();
            assertThat(work.bytecodes()).isEqualTo(8);
        });
        assertThat(shared(more, new WorkSides(withJdk(100, 400, 1), withJdk(109, 462, 1))))
                .as("chance")
                .isEmpty();
        assertThat(shared(more, new WorkSides(withJdk(100, 400, 1), withJdk(100, 400, 1))))
                .as("an earlier row left something behind")
                .isEmpty();
        WorkSides here = new WorkSides(twoMethods(5, 5), twoMethods(9, 5));
        assertThat(shared(here, here)).isPresent();
        assertThat(shared(here, new WorkSides(twoMethods(5, 5), twoMethods(5, 9))))
                .as("another method")
                .isEmpty();
    }

    private static Optional<WorkDelta> sharedByApplication(RowWork base, RowWork head) {
        return OF_APPLICATION.sharedDelta(List.of(new WorkSides(base, head)));
    }

    private static Optional<WorkDelta> shared(WorkSides... chances) {
        return OF_ALL.sharedDelta(List.of(chances));
    }

    private static RowWork twoMethods(int first, int second) {
        return twice(
                WorkCount.read(List.of(
                        "window\t1\t64\t0",
                        "method\ta.Text.first\t" + first + "\t1\t0\t0",
                        "method\ta.Text.second\t" + second + "\t1\t0\t0")),
                List.of());
    }

    /** Base with other work in one window. */
    private static RowWork replaced(int window) {
        List<WorkCount> windows = new ArrayList<>(base().windows());
        windows.set(window, row(998, 2, 96).windows().get(window));
        return new RowWork(windows, List.of(), List.of(17));
    }

    @Test
    void equalWorkNeedsOneChance() {
        assertThat(OF_APPLICATION.isOpen(new WorkSides(base(), base()))).isFalse();
        assertSays(delta(base(), base()), "same", "same", "does the same work to the last digit");
        assertThat(delta(base(), row(997, 2, 99)).kind())
                .as("64 bytes a window")
                .isEqualTo(WorkKind.SAME);
    }

    @Test
    void aDifferenceOfOneChanceAloneIsChance() {
        WorkDelta delta = delta(base(), row(1007, 2, 96), base(), row(987, 2, 96));
        assertThat(delta.kind()).isEqualTo(WorkKind.CHANCE);
        assertSays(
                delta,
                "chance -1.00..+1.00%",
                "chance",
                "its work is up to chance (seeds, clock or order of threads): head executes -1.00..+1.00% bytecodes"
                        + " under two chances");
        assertThat(delta(base(), row(1007, 2, 96), base(), base()).kind()).isEqualTo(WorkKind.CHANCE);
        assertThat(delta(base(), row(997, 2, 960), base(), base()).kind())
                .as("bytes alone")
                .isEqualTo(WorkKind.CHANCE);
        assertThat(delta(base(), row(999, 2, 960), base(), row(999, 2, 96)).kind())
                .as("bytes by chance do not hide bytecodes")
                .isEqualTo(WorkKind.MORE);
    }

    @Test
    void lessOfTheApplicationAndMoreOfTheJdkIsMixed() {
        RowWork head = row(10, 9, 96);
        assertThat(delta(base(), head, base(), head).kind()).isEqualTo(WorkKind.MIXED);
        assertThat(WorkText.work(delta(base(), head, base(), head))).isEqualTo("mixed");
        RowWork less = row(10, 2, 96);
        assertThat(delta(base(), less, base(), less).kind()).isEqualTo(WorkKind.LESS);
    }

    private static RowWork withJdk(long own, long jdk, long intrinsics) {
        return withJdk(own, jdk, intrinsics, List.of());
    }

    private static RowWork withJdk(long own, long jdk, long intrinsics, List<String> uncounted) {
        return twice(
                WorkCount.read(List.of(
                        "window\t2\t64\t0",
                        "method\ta.Text.run\t" + 2 * own + "\t2\t0\t0",
                        "jdkMethod\tjava.util.HashMap.get\t8\t2\t0\t0",
                        "jdkMethod\tjava.util.HashMap.getNode\t" + (2 * jdk - 8) + "\t2\t0\t0",
                        "jdk\tSystem.arraycopy\t" + 2 * intrinsics,
                        "jdkCounted\tHashMap.get\t2")),
                uncounted);
    }

    /** One thread would have one operation in the first window; these are two. */
    private static RowWork twice(List<WorkCount> windows, List<String> uncounted) {
        return new RowWork(List.of(windows.get(0), windows.get(0)), uncounted, List.of());
    }

    private static WorkDelta ofAll(RowWork base, RowWork head) {
        WorkSides once = new WorkSides(base, head);
        return OF_ALL.delta(List.of(once, once));
    }

    @Test
    void theJdksOwnWorkIsSaidApartAndTogether() {
        WorkDelta more = ofAll(withJdk(100, 400, 1), withJdk(108, 462, 1));
        assertThat(more.kind()).isEqualTo(WorkKind.MORE);
        assertThat(more.counted().scope()).isEqualTo("all");
        assertThat(more.jdkWork())
                .isEqualTo(new JdkWork(400, 462, List.of(new MethodDelta("java.util.HashMap.getNode", 62, 0))));
        assertSays(
                more,
                "+14.0%",
                "same",
                "executes 8 bytecodes more per call in the application, all of them in Text.run, and 62 more in the JDK,"
                        + " all of them in HashMap.getNode: 70 more in all (500 -> 570, +14.0%)");
        assertSays(
                ofAll(withJdk(100, 400, 1), withJdk(100, 462, 1)),
                "+12.4%",
                "same",
                "executes as many bytecodes per call in the application, and 62 more in the JDK (500 -> 562, +12.4%),"
                        + " all of them in HashMap.getNode");
        assertSays(
                ofAll(withJdk(100, 400, 1), withJdk(90, 400, 1)),
                "-2.00%",
                "same",
                "executes 10 bytecodes less per call (500 -> 490, -2.00%), all of them in Text.run");
        assertThat(ofAll(withJdk(100, 400, 1), withJdk(100, 400, 1)).kind()).isEqualTo(WorkKind.SAME);
    }

    @Test
    void theApplicationAgainstTheJdkIsMixed() {
        assertSays(
                ofAll(withJdk(100, 400, 1), withJdk(90, 410, 1)),
                "mixed",
                "same",
                "executes 10 bytecodes less per call in the application, all of them in Text.run, and 10 more in the JDK,"
                        + " all of them in HashMap.getNode: as many in all");
        assertSays(
                ofAll(withJdk(100, 400, 1), withJdk(90, 400, 2)),
                "mixed",
                "same",
                "executes 10 bytecodes less per call (500 -> 490, -2.00%), all of them in Text.run",
                "calls System.arraycopy once more per call",
                "calls of the JDK changed: their work is not counted");
        assertThat(ofAll(withJdk(100, 400, 1), withJdk(90, 390, 1)).kind()).isEqualTo(WorkKind.LESS);
    }

    @Test
    void chanceOfTheJdkLeavesWhatTheApplicationDoes() {
        RowWork base = withJdk(100, 400, 1, List.of("java.util.Large.run", "org.example.Large"));
        WorkSides first = new WorkSides(base, withJdk(104, 462, 1));
        WorkSides second = new WorkSides(base, withJdk(104, 338, 1));
        WorkDelta all = OF_ALL.delta(List.of(first, second));
        assertThat(all.kind()).isEqualTo(WorkKind.CHANCE);
        WorkDelta work = OF_ALL.exactDelta(List.of(first, second));
        assertThat(work.counted().scope()).isEqualTo("application");
        assertThat(work.chance()).isEqualTo(all.chance());
        assertSays(
                work,
                "+4.00%",
                "same",
                "executes 4 bytecodes more per call (100 -> 104, +4.00%), all of them in Text.run",
                "the JDK's work is up to chance: with it, head executes -11.6..+13.2% bytecodes under two chances",
                "not counted: org.example.Large");
        assertThat(base.ofApplication().windows().get(0).jdkCalls())
                .isEqualTo(Map.of("HashMap.get", 2L, "System.arraycopy", 2L));
        WorkSides other = new WorkSides(base, withJdk(96, 400, 1));
        assertThat(OF_ALL.exactDelta(List.of(first, other)).kind())
                .as("of the application too")
                .isEqualTo(WorkKind.CHANCE);
    }

    @Test
    void windowsThatOneForkLacksDoNotCount() {
        RowWork slow = row(3, 1001, 0, 2, 96);
        assertThat(delta(base(), slow, base(), slow).counted().calls()).isEqualTo(2);
        WorkDelta none = delta(base(), row(0, 1, 0, 0, 0));
        assertSays(none, "-", "-", "its work was not counted: no call of the benchmark ended");
    }

    @Test
    void aDifferenceThatGrowsWithTheOperationsIsNoNumber() {
        RowWork growing = row(5, 100, 1, 2, 96);
        RowWork more = row(5, 110, 1, 2, 96);
        assertSays(delta(growing, more, growing, more), "growing", "growing", "its work still grows after 8 calls");
        assertThat(delta(growing, row(5, 100, 1, 3, 96), growing, row(5, 100, 1, 3, 96))
                        .kind())
                .as("one more call of the JDK, however much it does")
                .isEqualTo(WorkKind.MORE);
    }

    /** Two threads, whose windows have other differences per call. */
    private static RowWork racing(long... bytecodes) {
        List<String> lines = new ArrayList<>();
        for (int window = 0; window < bytecodes.length; window++) {
            long operations = window == 0 ? 2 : 2L << window - 1;
            lines.add("window\t" + operations + "\t0\t0");
            lines.add("method\ta.A.run\t" + bytecodes[window] + "\t" + operations + "\t0\t0");
        }
        return counted(lines);
    }

    @Test
    void threadsThatRaceAreNotAlikeByLuck() {
        RowWork base = racing(20, 20, 40);
        RowWork steady = racing(24, 24, 48);
        assertThat(delta(base, steady, base, steady).kind()).isEqualTo(WorkKind.MORE);
        assertThat(delta(base, base).kind()).isEqualTo(WorkKind.SAME);
        RowWork retried = racing(20, 20, 48);
        assertThat(delta(base, retried, base, retried).kind())
                .as("a retry in the last window, under both chances")
                .isEqualTo(WorkKind.CHANCE);
        RowWork lucky = racing(20, 24, 40);
        assertThat(OF_APPLICATION.isOpen(new WorkSides(base, lucky)))
                .as("only the last window is alike")
                .isTrue();
    }

    private static RowWork withOthers(long otherThreads) {
        List<String> lines = new ArrayList<>();
        for (int operations : new int[] {1, 1, 2, 4}) {
            lines.add("window\t" + operations + "\t0\t" + operations * otherThreads);
            lines.add("method\ta.A.run\t" + 1000 * operations + "\t" + operations + "\t0\t0");
        }
        return counted(lines);
    }

    @Test
    void theWorkOfOtherThreadsIsPartOfTheRow() {
        assertThat(delta(withOthers(500), withOthers(500)).kind()).isEqualTo(WorkKind.SAME);
        assertSays(
                delta(withOthers(1000), withOthers(1010), withOthers(1000), withOthers(1010)),
                "+0.500%",
                "same",
                "its other threads execute 10 bytecodes more per call");
        WorkDelta chance = delta(withOthers(1000), withOthers(1010), withOthers(1000), withOthers(980));
        assertThat(WorkText.work(chance)).isEqualTo("chance -1.00..+0.500%");
    }

    private static RowWork methods(int release, String... methods) {
        List<String> lines = new ArrayList<>(List.of("window\t1\t0\t0"));
        for (String method : methods) {
            lines.add("method\t" + method + "\t1\t0\t0");
        }
        return new RowWork(WorkCount.read(lines), List.of(), List.of(8, release));
    }

    @Test
    void methodsWhosePackagesHaveAnotherVersionAreTheSame() {
        RowWork base = methods(17, "a.v2_18_1.Parser.parse\t900", "a.v2_18_1.Parser.skip\t20", "a.A$1.run\t5");
        RowWork head =
                methods(17, "a.v2_18_2.Parser.parse\t900", "a.v2_18_2.Parser.skip\t24", "a.A$2.run\t5", "a.B.run\t1");
        assertThat(delta(base, head, base, head).methods())
                .containsExactly(new MethodDelta("a.v2_18_2.Parser.skip", 4, 0), new MethodDelta("a.B.run", 1, 1));
    }

    @Test
    void classFilesOfOtherReleasesAreNamedWhereTheWorkDiffers() {
        RowWork base = methods(17, "a.A.run\t22");
        RowWork head = methods(25, "a.A.run\t20");
        assertThat(WorkSentences.of(delta(base, head, base, head)))
                .containsExactly(
                        "executes 2 bytecodes less per call (22 -> 20, -9.09%), all of them in A.run",
                        "class files of Java 17 and 25: compilers make other code of some constructs");
        assertThat(WorkSentences.of(delta(base, methods(25, "a.A.run\t22"))))
                .containsExactly("does the same work to the last digit");
        assertThat(WorkSentences.of(delta(base, methods(17, "a.A.run\t20"), base, methods(17, "a.A.run\t20"))))
                .hasSize(1);
    }

    @Test
    void lambdasAreMatchedWhateverTheirNumbers() {
        RowWork base = counted(List.of("window\t1\t0\t0", "method\ta.A.lambda$run$0\t5\t1\t0\t0"));
        RowWork head = new RowWork(
                WorkCount.read(List.of(
                        "window\t1\t0\t0", "method\ta.A.lambda$run$1\t5\t1\t0\t0", "method\ta.A.run\t2\t1\t0\t0")),
                List.of("a.Huge.run"),
                List.of(17));
        WorkDelta delta = delta(base, head, base, head);
        assertThat(delta.methods()).containsExactly(new MethodDelta("a.A.run", 2, 1));
        assertThat(WorkSentences.of(delta)).contains("not counted: a.Huge.run");
    }
}
