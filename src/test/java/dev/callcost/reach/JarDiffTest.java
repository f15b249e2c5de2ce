package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.PlantedJar;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.Reach.Why;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;

class JarDiffTest {
    @TempDir
    Path directory;

    private CompiledJar base;
    private CompiledJar head;

    @BeforeEach
    void create() {
        base = new CompiledJar(directory.resolve("base"));
        head = new CompiledJar(directory.resolve("head"));
    }

    private JarDiff diff(int release, boolean ignoreResources) throws IOException {
        try (JarContent before = new JarContent(List.of(base.write()), release);
                JarContent after = new JarContent(List.of(head.write()), release)) {
            return JarDiff.of(before, after, ignoreResources);
        }
    }

    private JarDiff diff(String before, String after) throws IOException {
        base.compile(before);
        head.compile(after);
        return diff(17, false);
    }

    private static List<String> changed(JarDiff diff) {
        return diff.methods().stream().map(ChangedMethod::label).toList();
    }

    @Test
    void debugInformationDoesNotCount() throws IOException {
        String code = "class A { int one(int k) { int twice = k * 2;\n return twice; } }";
        base.compile(code, "-g:none");
        head.compile("\n\n" + code.replace("twice", "doubled"), "-g");
        assertThat(base.files.get("A.class")).isNotEqualTo(head.files.get("A.class"));
        JarDiff diff = diff(17, false);
        assertThat(diff.methods()).isEmpty();
        assertThat(diff.reasons()).isEmpty();
    }

    /** Classes that may differ for a row that loads them, each with what differs. */
    private static List<String> classes(JarDiff diff) {
        return diff.classes().stream()
                .filter(it -> it.why() != Why.METHODS)
                .map(it -> it.label() + ":" + it.why())
                .toList();
    }

    private static List<String> words(String text) {
        return text == null ? List.of() : List.of(text.split(" "));
    }

    private void assertDiffers(String source, String part, String instead, String methods, String classes)
            throws IOException {
        String code = "import java.lang.annotation.*; import java.util.function.*; " + source;
        JarDiff diff = diff(code, code.replace(part, instead == null ? "" : instead));
        assertThat(changed(diff)).as("methods").containsExactlyInAnyOrderElementsOf(words(methods));
        assertThat(classes(diff)).as("classes").containsExactlyInAnyOrderElementsOf(words(classes));
        assertThat(diff.reasons()).isEmpty();
    }

    /** A source of base, in which a part is another in head. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # constants, bodies of lambdas, and default methods
            class A { static final int K = 7; } class User { int k() { return A.K; } int no() { return 1; } } | 7 | 8 | User.k | A:SHAPE
            class A { Runnable one() { return () -> System.out.print(7); } Runnable two() { return () -> System.out.print(2); } } | 7 | 8 | A.lambda$one$0 |
            class A { Runnable of(boolean b) { return b ? () -> System.out.print(1) : () -> System.out.print(2); } } \
            | (1) : () -> System.out.print(2) | (2) : () -> System.out.print(1) | A.lambda$of$0 A.lambda$of$1 |
            interface I { default int k() { return 7; } int other(); } class A implements I { public int other() { return 0; } } | 7 | 8 | I.k |
            class A { int k() { return 1; } } | int k | synchronized int k | A.k |
            class A { private int k() { return 1; } } | private | '' | A.k | A:MEMBERS
            """)
    void methodsThatRunOtherwiseHaveChanged(String source, String part, String instead, String methods, String classes)
            throws IOException {
        assertDiffers(source, part, instead, methods, classes);
    }

    private static final String SEEN = "@Retention(RetentionPolicy.RUNTIME) @interface Seen { int value() default 1; }"
            + " @interface Unseen { } @Target(ElementType.TYPE_USE) @interface OfType { } ";

    /** No probe sees these. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # what a class inherits
            class A { }           | class A   | class A extends Thread       | A.<init> | A:SHAPE
            class A { }           | class A   | class A implements Cloneable |          | A:SHAPE
            class A { static class S extends Thread { } } | static class | static final class | | A.S:SHAPE
            interface I { default int k() { return 1; } } interface J { default int k() { return 2; } } interface Low extends I { } \
            class A implements Low { } class B implements I { } | Low extends I | Low extends J | | Low:SHAPE
            class A { }           | class A   | final class A     | | A:SHAPE
            # fields
            class A { int f; }    | int f     | volatile int f    | | A:SHAPE
            class A { int f; }    | int f     | long f            | | A:SHAPE
            class A { int f; }    | int f;    | int f; private int pad; | | A:SHAPE
            class A { int f; int g; } | int f; int g; | int g; int f; | | A:SHAPE
            class A { static int f = Integer.parseInt("1"); } | static int | static final int | | A:SHAPE
            class A { private static final int K = 5; } | 5 | 6 | | A:SHAPE
            # annotations
            SEEN class A { }      | class A   | @Seen class A     | | A:SHAPE
            SEEN @Seen class A { } | @Seen    | @Seen(5)          | | A:SHAPE
            SEEN class A { int f; } | int f   | @Seen int f       | | A:SHAPE
            SEEN class A { void k() { } } | void k | @Seen void k | | A:MEMBERS
            SEEN class A { void k(int a) { } } | int a | @Seen int a | | A:MEMBERS
            SEEN abstract class A { abstract void k(); } | abstract void | @Seen abstract void | | A:MEMBERS
            SEEN interface I { } @Seen interface J { } | @Seen interface J | @Seen(3) interface J | | J:SHAPE
            SEEN class A { }      | default 1 | default 2         | | Seen:SHAPE
            # presence
            class A { } interface Fast { } | interface Fast { } | '' | | Fast:ONLY_IN_BASE
            class A { }           | class A { } | class A { } class B { } | B.<init> | B:ONLY_IN_HEAD
            class A { void k() { } } | void k() { } | void k() { } void l() { } | A.l | A:MEMBERS
            class A { A() { } A(int n) { } } | A(int n) { } | '' | A.<init> | A:MEMBERS
            class A { private void writeObject(java.io.ObjectOutputStream o) { } } | private void writeObject(java.io.ObjectOutputStream o) { } | '' | A.writeObject | A:MEMBERS
            class A { native int k(); } | int k | long k | | A:MEMBERS
            interface I { void k(); } | void k(); | void k(); default void l() { } | I.l | I:SHAPE
            class A { public static int k() { return 1; } } | public static | static | | A:MEMBERS
            class A { public int k() { return 1; } } | public int | protected int | | A:MEMBERS
            enum E { A, B } | A, B | A, B, C | E.<clinit> | E:SHAPE
            record R(int a) { } | int a | int b | R.<init> R.hashCode R.equals R.toString R.a R.b | R:SHAPE
            """)
    void aClassDiffersInWhatNoProbeSees(String source, String part, String instead, String methods, String classes)
            throws IOException {
        JarDiff diff = diff(withSeen(source), withSeen(source).replace(part, instead == null ? "" : instead));
        assertThat(classes(diff)).containsExactlyInAnyOrderElementsOf(words(classes));
        assertThat(diff.reasons()).isEmpty();
        if (methods != null) {
            assertThat(changed(diff)).containsAll(words(methods));
        }
    }

    private static String withSeen(String source) {
        return "import java.lang.annotation.*; import java.util.function.*; " + source.replace("SEEN", SEEN);
    }

    /** No running program sees these. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SEEN class A { }               | class A | @Unseen class A
            SEEN class A { int f; }        | int f   | @Unseen int f
            SEEN class A { int f; }        | int f   | @OfType int f
            SEEN class A { String k(String s) { return s; } } | String s | @Unseen String s
            SEEN class A { String k(String s) { return s; } } | String k | @OfType String k
            SEEN class A { Object k() { Object o = new Object(); return o; } } | Object o | @OfType Object o
            class A { static int k() { return 1; } } | static | public static
            class A { private static int k() { return 1; } } | private static | static
            class A { }                    | class A | public class A
            class A { void k() throws java.io.IOException { } } | java.io.IOException | Exception
            sealed interface S permits A { } final class A implements S { } final class B { } | permits A { } final class A implements S { } final class B | permits A, B { } final class A implements S { } final class B implements S
            """)
    void whatNoProgramSeesDoesNotCount(String source, String part, String instead) throws IOException {
        JarDiff diff =
                diff(withSeen(source), withSeen(source).replace(part, instead).replace("public class A", "class A"));
        assertThat(diff.methods()).isEmpty();
        assertThat(classes(diff)).filteredOn(it -> !it.equals("B:SHAPE")).isEmpty();
    }

    @Test
    void staticMembersThatAreTheirClasssOwnComeAndGo() throws IOException {
        JarDiff diff = diff(
                "class A { int k() { return 1; } }",
                "class A { private static final int LIMIT = 5; private static int calls; int k() { return 1; }"
                        + " private static int more() { return calls++; } }");
        assertThat(changed(diff)).containsExactly("A.more");
        assertThat(classes(diff)).isEmpty();
    }

    /** Anonymous and local classes are those of their method, whatever their number. */
    @Test
    void aClassThatGetsAnotherNumberHasNotChanged() throws IOException {
        String f = "Supplier<Object> f() { class Local { Object k() { return new Object() { int n = 6; }; } }"
                + " return new Supplier<>() { public Object get() { return new Local().k(); } }; }";
        String before = "import java.util.function.*; class T { " + f + " }";
        JarDiff diff = diff(
                before,
                before.replace(
                        "class T {",
                        "class T { private static Supplier<Object> a() { class Local { } return new Supplier<>() {"
                                + " public Object get() { return new Local(); } }; }"));
        assertThat(changed(diff)).containsExactlyInAnyOrder("T.a", "T.1.<init>", "T.1.get", "T.1Local.<init>");
        assertThat(classes(diff)).containsExactlyInAnyOrder("T.1:ONLY_IN_HEAD", "T.1Local:ONLY_IN_HEAD");
        assertThat(diff.inBase().classes()).as("base has its names").containsOnlyKeys("T");
        assertThat(diff.inHead().classes()).containsOnlyKeys("T", "T$1", "T$1Local");

        create();
        JarDiff edited = diff(
                before,
                before.replace("6", "7").replace("class T {", "class T { static Object a = new Object() { int m; };"));
        assertThat(changed(edited)).contains("T.2Local.1.<init>").doesNotContain("T.f");
    }

    /** Part of JMH's lists, of which those for rows are compared for each row. */
    @Test
    void annotationsOfJmhCountByWhatTheyDo() throws IOException {
        String code = "import org.openjdk.jmh.annotations.*; @State(Scope.Thread) public class Bench {"
                + " @Param(\"1\") public int n; @Benchmark public int hit() { return n; } }";
        Path jmh = Path.of(Benchmark.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String[] options = {"-cp", jmh.toString(), "-proc:none"};
        base.compile(code, options);
        head.compile(
                code.replace("\"1\"", "{\"1\", \"2\"}")
                        .replace("@Benchmark", "@Benchmark public int fresh() { return 1; } @Fork(3) @Benchmark"),
                options);
        new Both("META-INF/CompilerHints", "inline,Bench.hit\n", "inline,Bench.hit\n");
        JarDiff diff = diff(17, false);
        assertThat(changed(diff)).containsExactly("Bench.fresh");
        assertThat(classes(diff)).isEmpty();

        head.with("META-INF/CompilerHints", "dontinline,Bench.hit\n");
        assertThat(changed(diff(17, false))).containsExactlyInAnyOrder("Bench.fresh", "Bench.hit");
        head.with("META-INF/CompilerHints", "inline,Bench.hit\ndontinline,*.*_stub\n");
        assertThat(diff(17, false).reasons()).containsExactly("META-INF/CompilerHints differs in *.*_stub");
    }

    private static final String OVERRIDE = "class A { int k() { return 1; } } class B extends A { int k() { return 2; }"
            + " private int p() { return 3; } static int s = Integer.parseInt(\"4\"); }";

    /** Head lacks a method where another can run in its place. A lambda with another number has not changed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            class A { int one(long k) { return k > 1 ? 1 : 2; } int two() { return 2; } } | k > 1 | k >= 1 | A.one(J)I | A.one(J)I | false
            class A { Runnable two() { return () -> { Runnable in = () -> System.out.print(2); in.run(); }; } } \
            | Runnable two | Runnable one() { return () -> System.out.print(1); } Runnable two \
            | '' | A.lambda$one$0()V A.one()Ljava/lang/Runnable; | false
            class A { }             | A { } | A { } class B { int k() { return 7; } } | '' | B.<init>()V B.k()I | false
            class A { } class B { } | class B { }                    | '' | B.<init>()V   | '' | true
            OVERRIDE                | int k() { return 2; }          | '' | B.k()I        | '' | true
            OVERRIDE                | ' = Integer.parseInt("4")'     | '' | B.<clinit>()V | '' | true
            OVERRIDE                | private int p() { return 3; }  | '' | B.p()I        | '' | false
            abstract class A { int k() { return 1; } } | int k() { return 1; } | abstract int k(); | A.k()I | '' | true
            """)
    void eachSideHasItsMethodsAndHeadMayLackSome(
            String source, String part, String instead, String inBase, String inHead, boolean lacksInHead)
            throws IOException {
        String before = source.replace("OVERRIDE", OVERRIDE);
        JarDiff diff = diff(before, before.replace(part, instead));
        assertThat(methods(diff, diff.inBase().probes())).isEqualTo(inBase);
        assertThat(methods(diff, diff.inHead().probes())).isEqualTo(inHead);
        assertThat(diff.lacksInHead()).isEqualTo(lacksInHead);
    }

    /** The probes of a side, each with the number of its method. */
    private static String methods(JarDiff diff, Map<String, Map<String, Integer>> side) {
        Set<String> methods = new TreeSet<>();
        side.forEach((owner, numbers) -> numbers.forEach((signature, number) -> {
            methods.add(owner + "." + signature);
            assertThat(owner + "." + signature)
                    .startsWith(diff.methods().get(number).label() + "(");
        }));
        return String.join(" ", methods);
    }

    @Test
    void aClassThatCannotBeReadOrProbedIsNamed() throws IOException {
        JarDiff broken = new Both("a/B.class", "no class", "nor this").diff();
        assertThat(classes(broken)).containsExactly("B:UNREADABLE");
        assertThat(broken.inHead().classes()).as("any loader may find it").containsOnlyKeys("a/B", "B");
        assertThat(broken.reasons()).isEmpty();
        assertThat(broken.lacksInHead()).as("base may read it").isTrue();

        create();
        byte[] one = compiled("one", "class A { int k() { return 1; } }");
        base.files.put("BOOT-INF/classes/A.class", one);
        head.files.put("BOOT-INF/classes/A.class", compiled("two", "class A { int k() { return 2; } }"));
        assertThat(classes(diff(17, false))).containsExactly("A:ELSEWHERE");

        create();
        String huge = "class A { int k() { return 1; } int huge(int x) { " + "x = x * 70001; ".repeat(13_106)
                + "return x; } }";
        JarDiff large = diff(huge, huge.replace("return 1", "return 2").replace("return x", "return -x"));
        assertThat(changed(large)).containsExactlyInAnyOrder("A.k", "A.huge");
        assertThat(classes(large)).containsExactly("A:NO_ROOM");
        assertThat(large.inHead().probes().get("A")).containsOnlyKeys("k()I");
    }

    private byte[] compiled(String name, String source) throws IOException {
        return new CompiledJar(directory.resolve(name)).compile(source).files.get("A.class");
    }

    /** As one class path, since their names have versions. */
    @Test
    void jarsWithinAJarAreComparedByTheirContent() throws IOException {
        byte[] one = compiled("one", "class A { int k() { return 1; } }");
        byte[] two = compiled("two", "class A { int k() { return 2; } }");
        nested(base, "BOOT-INF/lib/some-1.0.jar", one, "META-INF/maven/pom.xml");
        nested(head, "BOOT-INF/lib/some-1.1.jar", one, "META-INF/LICENSE");
        assertThat(diff(17, false).classes()).isEmpty();
        assertThat(diff(17, false).reasons()).isEmpty();
        nested(head, "BOOT-INF/lib/some-1.1.jar", two, "words.txt");
        JarDiff diff = diff(17, false);
        assertThat(classes(diff)).containsExactly("A:ELSEWHERE");
        assertThat(diff.inBase().probes()).isEmpty();
        assertThat(diff.reasons())
                .singleElement()
                .satisfies(it -> assertThat(it).startsWith("resource words.txt differs"));
    }

    private void nested(CompiledJar jar, String name, byte[] type, String file) throws IOException {
        Path path = PlantedJar.write(
                directory.resolve("nested.jar"), Map.of(), Map.of("A.class", type, file, name.getBytes()));
        jar.files.put(name, Files.readAllBytes(path));
    }

    @Test
    void aClassPathIsReadInItsOrder() throws IOException {
        byte[] one = compiled("one", "class A { int k() { return 1; } }");
        byte[] two = compiled("two", "class A { int k() { return 2; } }");
        Path first = PlantedJar.write(directory.resolve("first.jar"), Map.of(), Map.of("words.txt", new byte[0]));
        Path second = PlantedJar.write(directory.resolve("second.jar"), Map.of(), Map.of("A.class", one));
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Files.write(folder.resolve("A.class"), two);
        try (JarContent before = new JarContent(List.of(first, second, folder), 17);
                JarContent after = new JarContent(List.of(first, folder, second), 17)) {
            assertThat(changed(JarDiff.of(before, after, false))).containsExactly("A.k");
            assertThat(JarDiff.of(before, before, false).methods()).isEmpty();
            assertThat(after.read("A.class")).isEqualTo(two);
            assertThat(after.entry("A.class")).isEqualTo("A.class");
        }
    }

    /** A file on both sides. */
    private final class Both {
        Both(String file, String before, String after) {
            base.with(file, before);
            head.with(file, after);
        }

        JarDiff diff() throws IOException {
            return JarDiffTest.this.diff(17, false);
        }
    }

    @Test
    void aResourceReachesAllRowsUnlessIgnored() throws IOException {
        new Both("data/same.txt", "a", "a");
        new Both("data/words.txt", "a", "b");
        head.with("META-INF/services/some.Service", "A");
        JarDiff diff = diff(17, false);
        assertThat(diff.reasons())
                .containsExactly("resource META-INF/services/some.Service and 1 more differ"
                        + " (--ignore-resources if no benchmark depends on this)");
        assertThat(diff(17, true).reasons()).isEmpty();
    }

    @Test
    void filesForPeopleAndBuildsNeverMatter() throws IOException {
        head.compile("package own; public class A { }");
        base.files.putAll(head.files);
        List.of(
                        "META-INF/maven/g/a/pom.properties",
                        "META-INF/proguard/gson.pro",
                        "META-INF/native-image/g/a/reflect-config.json",
                        "META-INF/CERT.SF",
                        "META-INF/LICENSE",
                        "META-INF/NOTICE.txt",
                        "META-INF/DEPENDENCIES",
                        "META-INF/suite.kotlin_module",
                        "META-INF/build-info.properties",
                        "META-INF/git.properties",
                        "license-junit.txt",
                        "LICENSE-2.0.txt",
                        "README.MD",
                        "git.properties",
                        "own/A.java",
                        "module-info.class",
                        "META-INF/versions/9/module-info.class",
                        "META-INF/BenchmarkList",
                        "sources/dev/callcost/A.java",
                        "dev/callcost/build.properties")
                .forEach(file -> head.with(file, "x"));
        head.attributes.put(new Attributes.Name("Implementation-Version"), "2");
        JarDiff diff = diff(17, false);
        assertThat(diff.reasons()).isEmpty();
        assertThat(diff.methods()).isEmpty();
        assertThat(diff.classes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spec/words.md",
                "docs/LICENSE",
                "license-data.csv",
                "changes.json",
                "own/git.properties",
                "own/B.java",
                "notice/sign.txt"
            })
    void filesOfTheseNamesElsewhereAreResources(String file) throws IOException {
        assertThat(new Both(file, "a", "b").diff().reasons()).hasSize(1);
    }

    @Test
    void aClassIsAClassWhateverItsName() throws IOException {
        JarDiff diff = diff(
                "package own; public class License { int k() { return 1; } }",
                "package own; public class License { int k() { return 2; } }");
        assertThat(changed(diff)).containsExactly("License.k");
    }

    @Test
    void aManifestThatStartsOtherCodeReachesAllRows() throws IOException {
        head.attributes.put(Attributes.Name.MAIN_CLASS, "own.Other");
        assertThat(diff(17, false).reasons()).containsExactly("the manifests differ in Main-Class");
    }

    @Test
    void aNativeLibraryReachesAllRows() throws IOException {
        new Both("lib/libsome.so", "a", "b");
        head.with("lib/libother.so.1", "");
        JarDiff diff = diff(17, true);
        assertThat(diff.reasons()).containsExactly("lib/libother.so.1 differs", "lib/libsome.so differs");
    }

    @Test
    void ofAMultiReleaseJarTheVersionOfTheJvmCounts() throws IOException {
        String code = "class A { int k() { return 7; } }";
        base.compile(code);
        head.compile(code);
        base.files.put("META-INF/versions/21/A.class", base.files.get("A.class"));
        byte[] other = new CompiledJar(directory.resolve("other"))
                .compile(code.replace("7", "8"))
                .files
                .get("A.class");
        head.files.put("META-INF/versions/21/A.class", other);
        assertThat(diff(21, false).methods()).as("no multi-release jar").isEmpty();
        List.of(base, head).forEach(jar -> jar.attributes.put(Attributes.Name.MULTI_RELEASE, "true"));
        assertThat(diff(17, false).methods()).isEmpty();
        assertThat(changed(diff(25, false))).containsExactly("A.k");
        try (JarContent content = new JarContent(List.of(head.write()), 21)) {
            assertThat(content.entry("A.class")).isEqualTo("META-INF/versions/21/A.class");
            assertThat(ProbedClasses.of(content, Map.of("A", Map.of("k()I", 1))))
                    .containsOnlyKeys("META-INF/versions/21/A.class");
        }
    }
}
