package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What no test runs: the sample project's build for Gradle, and the manual's page about the project. */
class SampleProjectTest {
    private static String text(String file) throws IOException {
        return Files.readString(SampleProject.FOLDER.resolve(file));
    }

    private static String only(String regex, String text) {
        Matcher found = Pattern.compile(regex).matcher(text);
        assertThat(found.results()).as(regex).hasSize(1);
        return found.reset().results().toList().get(0).group(1);
    }

    @Test
    void gradleBuildsTheSameFromTheSameSources() throws IOException {
        String pom = text("pom.xml");
        String gradle = text("build.gradle.kts");
        assertThat(only("jmhVersion = \"(.*)\"", gradle)).isEqualTo(only("<jmh.version>(.*)</", pom));
        assertThat(only("getOrElse\\(\"(.*?)\"\\)", gradle)).isEqualTo(only("<gson.version>(.*)</", pom));
        assertThat(only("rootProject.name = \"(.*)\"", text("settings.gradle.kts")))
                .isEqualTo(only("<artifactId>(sample)</", pom));
        assertThat(SampleProject.FOLDER.resolve(only("listOf\\(\"(.*)\"\\)", gradle)))
                .isDirectory();
    }

    @Test
    void thePageIsAboutThisProject() throws IOException {
        String page = Files.readString(Path.of("src/docs/own-jar.md"));
        String source = text("src/main/java/org/example/JsonBenchmark.java");
        assertThat(text("build.gradle.kts")).contains(only("(?s)```kotlin\\n(.*?)```", page));
        assertThat(source).contains(only("sed -i 's/(ORDERS = \\d+)/", page));
        assertThat(Pattern.compile("JsonBenchmark\\.(\\w+)(?!\\w|\\.java)")
                        .matcher(page.replace("JsonBenchmark.java", ""))
                        .results()
                        .map(match -> match.group(1)))
                .isNotEmpty()
                .allMatch(method -> source.contains(" " + method + "()"));
        assertThat(Path.of(only("/path/to/callcost/(.*compare.sh)", page))).isExecutable();
    }
}
