package dev.callcost.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.SampleProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which command and which jars belong to the files of a project. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class BuildToolTest {
    @TempDir
    Path top;

    private void write(String file, String text) throws IOException {
        Path path = top.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String options(String project) {
        return String.join(
                " ",
                BuildTool.recipe(top.resolve(project), top, Optional.empty(), List.of())
                        .options());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        pom.xml                  | jmh-generator-annprocess         | mvn -B -q -DskipTests package | **/target/*.jar
        bench/pom.xml            | <mainClass>org.openjdk.jmh.Main< | mvn -B -q -DskipTests package | **/target/*.jar
        build.gradle             | id 'me.champeau.jmh'             | gradle -q jmhJar              | **/build/libs/*-jmh.jar
        a/b/build.gradle.kts     | id("me.champeau.jmh")            | gradle -q jmhJar              | **/build/libs/*-jmh.jar
        gradle/libs.versions.toml| id = "me.champeau.jmh"           | gradle -q jmhJar              | **/build/libs/*-jmh.jar
        buildSrc/src/main/groovy/c.gradle | me.champeau.jmh         | gradle -q jmhJar              | **/build/libs/*-jmh.jar
        """)
    void theFilesShowTheCommand(String file, String content, String command, String glob) throws IOException {
        write(file, content);
        assertThat(options("")).isEqualTo("--build '" + command + "' --jar '" + glob + "'");
        assertThat(BuildTool.recipe(top, top, Optional.empty(), List.of()).reason())
                .isEqualTo(file + " has JMH");
    }

    @Test
    void theWrapperOfTheCheckoutBuilds() throws IOException {
        write("mvnw", "");
        write("gradlew", "");
        write("bench/pom.xml", "jmh-generator-annprocess");
        assertThat(options("")).startsWith("--build './mvnw -B");
        assertThat(options("bench")).startsWith("--build '../mvnw -B");
        write("a/bench/build.gradle", "me.champeau.jmh");
        assertThat(options("a/bench")).startsWith("--build '../../gradlew -q");
        assertThat(options("")).startsWith("--build './gradlew -q");
    }

    @Test
    void whatTheUserNamesWins() throws IOException {
        write("pom.xml", "jmh-generator-annprocess");
        assertThat(BuildTool.recipe(top, top, Optional.of("make"), List.of("a.jar")))
                .isEqualTo(new BuildTool.Recipe("make", List.of("a.jar"), null));
        assertThat(BuildTool.recipe(top, top, Optional.empty(), List.of("a.jar"))
                        .options())
                .containsExactly("--build 'mvn -B -q -DskipTests package'", "--jar 'a.jar'");
    }

    @Test
    void theToolThatCanRunBuilds() throws IOException {
        Path copy = SampleProject.copy(top.resolve("sample"));
        String gradle = "gradle -q jmhJar";
        String maven = "mvn -B -q -DskipTests package";
        assertThat(command(copy)).isEqualTo(gradle);
        write("mvn", "not a program");
        assertThat(command(copy)).isEqualTo(gradle);
        assertThat(top.resolve("mvn").toFile().setExecutable(true)).isTrue();
        assertThat(command(copy)).isEqualTo(maven);
        assertThat(recipe(copy).reason()).isEqualTo("pom.xml has JMH and gradle is not on the PATH");
        write("sample/gradlew", "");
        assertThat(command(copy)).isEqualTo("./" + gradle.replace("gradle", "gradlew"));
        Files.delete(copy.resolve("gradlew"));
        write("gradle", "");
        assertThat(top.resolve("gradle").toFile().setExecutable(true)).isTrue();
        assertThat(command(copy)).isEqualTo(gradle);
        Files.delete(copy.resolve("build.gradle.kts"));
        assertThat(command(copy)).isEqualTo(maven);
    }

    /** With the tools that are in the top folder. */
    private BuildTool.Recipe recipe(Path project) {
        return BuildTool.recipe(project, top, Optional.empty(), List.of(), "/nowhere:" + top);
    }

    private String command(Path project) {
        return recipe(project).command();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        build.gradle.kts | id("org.jetbrains.kotlinx.benchmark") | mainBenchmarkJar
        build.sbt        | enablePlugins(JmhPlugin)              | Jmh/assembly
        settings.gradle  | rootProject.name = 'x'                | has the plugin me.champeau.jmh
        pom.xml          | <project/>                            | names jmh-generator-annprocess
        WORKSPACE        | bazel                                 | has no pom.xml and no Gradle build
        target/pom.xml   | jmh-generator-annprocess              | has no pom.xml and no Gradle build
        """)
    void whatIsUnknownSaysWhatToGive(String file, String content, String message) throws IOException {
        write(file, content);
        assertThatThrownBy(() -> options("")).hasMessageContainingAll(message, "--build", "--jar");
    }
}
