package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;

class JarCopyTest {
    private static final String SUITE =
            Entries.entry(Map.of(), List.of(), List.of(), List.of()).toLine();

    @Test
    void whatTheSuitesForksNeedIsOwnAndTheSameOfAForeignJarIsNot() {
        String needed = "--sun-misc-unsafe-memory-access=allow";

        assertThat(copy(SUITE).isOwn(needed)).isTrue();
        assertThat(copy(SUITE, "-jvmArgs", needed).isOwn(needed)).isFalse();
        assertThat(copy(SUITE.replace("dev.callcost", "org.callcost")).isOwn(needed))
                .isFalse();
    }

    @Test
    void howAForkIsRunIsOwnOfAnyJar() {
        for (String line : List.of(SUITE, SUITE.replace("dev.callcost", "org.callcost"))) {
            assertThat(List.of("-Djava.io.tmpdir=copies", "-Xmx1g"))
                    .filteredOn(copy(line)::isOwn)
                    .containsExactly("-Djava.io.tmpdir=copies");
        }
    }

    private static JarCopy copy(String line, String... arguments) {
        return new JarCopy(
                Path.of("original.jar"),
                Path.of("copy.jar"),
                "",
                BenchmarkList.fromString(line),
                Arguments.parse(arguments),
                new ForkJvm("java", 25, "25.0.1", "vendor", "vm"));
    }
}
