package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** Changed methods, where nothing makes all rows reached. */
    private List<String> changed(String before, String after) throws IOException {
        JarDiff diff = diff(before, after);
        assertThat(diff.reasons()).isEmpty();
        return changed(diff);
    }

    @Test
    void otherInstructionsChangeAMethodAlone() throws IOException {
        String before = "class A { int one(long k) { return k > 1 ? 1 : 2; } int two() { return 2; } } class B { }";
        JarDiff diff = diff(before, before.replace("k > 1", "k >= 1"));
        assertThat(changed(diff)).containsExactly("A.one");
        assertThat(diff.inHead()).isEqualTo(Map.of("A", Map.of("one(J)I", 0)));
        assertThat(diff.inBase()).isEqualTo(diff.inHead());
        assertThat(diff.lacksInHead()).isFalse();
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

    @Test
    void aConstantChangesTheMethodsThatUseIt() throws IOException {
        String before =
                "class A { static final int K = 7; } class User { int k() { return A.K; } int no() { return 1; } }";
        assertThat(changed(before, before.replace("7", "8"))).containsExactly("A.<init>", "User.k");
    }

    @Test
    void aDefaultMethodIsOfItsInterface() throws IOException {
        String before =
                "interface I { default int k() { return 7; } int other(); } class A implements I { public int other() { return 0; } }";
        assertThat(changed(before, before.replace("7", "8"))).containsExactly("I.k");
    }

    @Test
    void theBodyOfALambdaChangesAlone() throws IOException {
        String before = "class A { Runnable one() { return () -> System.out.print(7); }"
                + " Runnable two() { return () -> System.out.print(2); } }";
        assertThat(changed(before, before.replace("7", "8"))).containsExactly("A.lambda$one$0");
    }

    @Test
    void aLambdaWithAnotherNumberHasNotChanged() throws IOException {
        String before =
                "class A { Runnable two() { return () -> { Runnable in = () -> System.out.print(2); in.run(); }; } }";
        String after =
                before.replace("Runnable two", "Runnable one() { return () -> System.out.print(1); } Runnable two");
        JarDiff diff = diff(before, after);
        assertThat(changed(diff)).containsExactlyInAnyOrder("A.one", "A.lambda$one$0");
        assertThat(diff.inBase()).isEmpty();
        assertThat(diff.inHead().get("A")).containsOnlyKeys("one()Ljava/lang/Runnable;", "lambda$one$0()V");
    }

    @Test
    void lambdasThatChangePlacesHaveChanged() throws IOException {
        String before =
                "class A { Runnable of(boolean b) { return b ? () -> System.out.print(1) : () -> System.out.print(2); } }";
        assertThat(changed(
                        before,
                        before.replace("print(1)", "print(0)")
                                .replace("print(2)", "print(1)")
                                .replace("print(0)", "print(2)")))
                .containsExactlyInAnyOrder("A.lambda$of$0", "A.lambda$of$1");
    }

    @Test
    void allMethodsOfANewClassAreChanged() throws IOException {
        JarDiff diff = diff("class A { }", "class A { } class B { int k() { return 7; } }");
        assertThat(changed(diff)).containsExactly("B.<init>", "B.k");
        assertThat(diff.inBase()).isEmpty();
        assertThat(diff.lacksInHead()).isFalse();
    }

    @Test
    void aRemovedClassIsCodeThatHeadLacks() throws IOException {
        JarDiff diff = diff("class A { } class B { }", "class A { }");
        assertThat(changed(diff)).containsExactly("B.<init>");
        assertThat(diff.inHead()).isEmpty();
        assertThat(diff.lacksInHead()).isTrue();
    }

    @Test
    void aRemovedMethodIsLackedWhereAnotherCanRunInItsPlace() throws IOException {
        String before =
                "class A { int k() { return 1; } } class B extends A { int k() { return 2; } private int p() { return 3; }"
                        + " static int s = Integer.parseInt(\"4\"); }";
        JarDiff override = diff(before, before.replace("int k() { return 2; }", ""));
        assertThat(changed(override)).containsExactly("B.k");
        assertThat(override.inBase()).isEqualTo(Map.of("B", Map.of("k()I", 0)));
        assertThat(override.inHead()).isEmpty();
        assertThat(override.lacksInHead()).isTrue();
        create();
        JarDiff initializer = diff(before, before.replace(" = Integer.parseInt(\"4\")", ""));
        assertThat(changed(initializer)).containsExactly("B.<clinit>");
        assertThat(initializer.lacksInHead()).isTrue();
        create();
        JarDiff unseen = diff(before, before.replace("private int p() { return 3; }", ""));
        assertThat(changed(unseen)).containsExactly("B.p");
        assertThat(unseen.lacksInHead()).isFalse();
    }

    @Test
    void aMethodThatBecameAbstractIsLacked() throws IOException {
        String before = "abstract class A { int k() { return 1; } }";
        JarDiff diff = diff(before, before.replace("int k() { return 1; }", "abstract int k();"));
        assertThat(changed(diff)).containsExactly("A.k");
        assertThat(diff.inHead()).isEmpty();
        assertThat(diff.lacksInHead()).isTrue();
    }

    @Test
    void anotherShapeChangesAllMethods() throws IOException {
        String before =
                "import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) @interface Seen { int value() default 1; }"
                        + " @interface Unseen { } class A { int field; int k() { return 7; } }";
        for (String other :
                List.of("class A extends Thread", "class A implements Cloneable", "final class A", "@Seen class A")) {
            create();
            assertThat(changed(before, before.replace("class A", other)))
                    .as(other)
                    .containsExactly("A.<init>", "A.k");
        }
        create();
        assertThat(changed(before, before.replace("int field", "@Seen(2) long field")))
                .containsExactly("A.<init>", "A.k");
        create();
        assertThat(changed(before, before.replace("int k", "@Seen(2) int k"))).containsExactly("A.k");
        create();
        assertThat(changed(before, before.replace("class A", "@Unseen class A")))
                .isEmpty();
    }

    @Test
    void anotherSuperinterfaceChangesWhatImplementsIt() throws IOException {
        String before = "interface I { default int k() { return 1; } } interface J { default int k() { return 2; } }"
                + " interface Low extends I { } interface Lower extends Low { } class A implements Lower { } class B implements I { }";
        assertThat(changed(before, before.replace("Low extends I", "Low extends J")))
                .containsExactly("A.<init>");
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
