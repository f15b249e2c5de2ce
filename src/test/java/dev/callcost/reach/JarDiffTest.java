package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
        try (JarContent before = new JarContent(base.write(), release);
                JarContent after = new JarContent(head.write(), release)) {
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

    private static final String SHAPE =
            "import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) @interface Seen { int value() default 1; }"
                    + " @interface Unseen { } class A { int field; int k() { return 7; } }";

    /** A source of base, in which a part is another in head. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # constants, bodies of lambdas, and default methods
            class A { static final int K = 7; } class User { int k() { return A.K; } int no() { return 1; } } | 7 | 8 | A.<init> User.k
            class A { Runnable one() { return () -> System.out.print(7); } Runnable two() { return () -> System.out.print(2); } } | 7 | 8 | A.lambda$one$0
            class A { Runnable of(boolean b) { return b ? () -> System.out.print(1) : () -> System.out.print(2); } } \
            | (1) : () -> System.out.print(2) | (2) : () -> System.out.print(1) | A.lambda$of$0 A.lambda$of$1
            interface I { default int k() { return 7; } int other(); } class A implements I { public int other() { return 0; } } | 7 | 8 | I.k
            # another superinterface changes what implements it
            interface I { default int k() { return 1; } } interface J { default int k() { return 2; } } interface Low extends I { } \
            interface Lower extends Low { } class A implements Lower { } class B implements I { } | Low extends I | Low extends J | A.<init>
            # another shape changes all methods
            SHAPE | class A   | class A extends Thread       | A.<init> A.k
            SHAPE | class A   | class A implements Cloneable | A.<init> A.k
            SHAPE | class A   | final class A                | A.<init> A.k
            SHAPE | class A   | @Seen class A                | A.<init> A.k
            SHAPE | int field | @Seen(2) long field          | A.<init> A.k
            SHAPE | int k     | @Seen(2) int k               | A.k
            SHAPE | class A   | @Unseen class A              |
            """)
    void methodsThatRunOtherwiseHaveChanged(String source, String part, String instead, String methods)
            throws IOException {
        String before = source.replace("SHAPE", SHAPE);
        JarDiff diff = diff(before, before.replace(part, instead));
        assertThat(changed(diff))
                .containsExactlyInAnyOrderElementsOf(methods == null ? List.of() : List.of(methods.split(" ")));
        assertThat(diff.reasons()).isEmpty();
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
        assertThat(methods(diff, diff.inBase())).isEqualTo(inBase);
        assertThat(methods(diff, diff.inHead())).isEqualTo(inHead);
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
    void whatNoProbeCanSeeReachesAllRows() throws IOException {
        JarDiff ofNative = diff("class A { native int k(); }", "class A { native long k(); }");
        assertThat(ofNative.reasons()).containsExactly("native method A.k differs");
        create();
        JarDiff ofAnnotation = diff("@interface A { int k() default 1; }", "@interface A { int k() default 2; }");
        assertThat(ofAnnotation.reasons()).containsExactly("annotation A differs");
        create();
        JarDiff broken = new Both("a/B.class", "no class", "nor this").diff();
        assertThat(broken.reasons())
                .isNotEmpty()
                .allSatisfy(
                        reason -> assertThat(reason).startsWith("a/B.class differs and cannot be read as a class: "));
        create();
        head.attributes.put(Attributes.Name.CLASS_PATH, "other.jar");
        assertThat(diff(17, false).reasons()).containsExactly("the manifests name different jars (Class-Path)");
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
        List.of(
                        "META-INF/maven/g/a/pom.properties",
                        "META-INF/proguard/gson.pro",
                        "META-INF/native-image/g/a/reflect-config.json",
                        "META-INF/CERT.SF",
                        "META-INF/LICENSE",
                        "META-INF/NOTICE.txt",
                        "META-INF/DEPENDENCIES",
                        "license-junit.txt",
                        "docs/changes.MD",
                        "module-info.class",
                        "META-INF/versions/9/module-info.class",
                        "META-INF/BenchmarkList",
                        "META-INF/CompilerHints",
                        "sources/dev/callcost/A.java",
                        "dev/callcost/build.properties")
                .forEach(file -> head.with(file, "x"));
        head.attributes.put(new Attributes.Name("Implementation-Version"), "2");
        JarDiff diff = diff(17, false);
        assertThat(diff.reasons()).isEmpty();
        assertThat(diff.methods()).isEmpty();
    }

    @Test
    void aNativeLibraryOrANestedJarReachesAllRows() throws IOException {
        new Both("lib/libsome.so", "a", "b");
        new Both("lib/some.jar", "a", "b");
        head.with("lib/libother.so.1", "");
        JarDiff diff = diff(17, true);
        assertThat(diff.reasons())
                .containsExactly("lib/libother.so.1 differs", "lib/libsome.so differs", "lib/some.jar differs");
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
        try (JarContent content = new JarContent(head.write(), 21)) {
            assertThat(content.entry("A.class")).isEqualTo("META-INF/versions/21/A.class");
            assertThat(ProbedClasses.of(content, Map.of("A", Map.of("k()I", 1))))
                    .containsOnlyKeys("META-INF/versions/21/A.class");
        }
    }
}
