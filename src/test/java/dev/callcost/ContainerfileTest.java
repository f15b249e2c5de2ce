package dev.callcost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The container's file, which no test builds, names what {@code pom.xml} makes, and the JDK that it is made for. */
class ContainerfileTest {
    private static List<String> found(String file, String regex) throws IOException {
        return Pattern.compile(regex, Pattern.MULTILINE)
                .matcher(Files.readString(Path.of(file)))
                .results()
                .map((MatchResult found) -> found.group(1))
                .distinct()
                .toList();
    }

    private static List<String> inContainerfile(String regex) throws IOException {
        return found("src/container/Containerfile", regex);
    }

    @Test
    void theJarIsTheOneThatTheBuildMakes() throws IOException {
        List<String> jars = found("pom.xml", "<outputFile>\\$\\{project\\.basedir}/(.*)</outputFile>");
        assertThat(inContainerfile("(\\w+\\.jar)")).singleElement().isIn(jars);
    }

    @Test
    void bothStagesHaveTheReleaseThatTheBuildIsFor() throws IOException {
        assertThat(inContainerfile("openjdk-(\\d+)-")).isEqualTo(found("pom.xml", "<maven.compiler.release>(\\d+)<"));
        assertThat(inContainerfile("^FROM (\\S+)")).hasSize(1);
    }

    @Test
    void whatIsCopiedIsThere() throws IOException {
        List<String> copied = inContainerfile("^COPY --from=build /build/(\\S+)");
        assertThat(copied).contains("jmh-profiles");
        for (String path : copied) {
            if (!path.endsWith(".jar")) {
                assertThat(Path.of(path)).exists();
            }
        }
    }
}
