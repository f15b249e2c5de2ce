package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JarLayoutsTest {
    private static List<Path> paths(String words) {
        return Arrays.stream(words.split(" ")).map(Path::of).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "old.jar                         | new.jar                           | :old.jar:new.jar",
                "a-1.2-jmh.jar b-1.2-jmh.jar     | b-1.3-jmh.jar a-1.3-jmh.jar"
                        + " | a-jmh:a-1.2-jmh.jar:a-1.3-jmh.jar b-jmh:b-1.2-jmh.jar:b-1.3-jmh.jar",
                "a-1.2.jar b-v2.0.jar            | b-v3.1-rc1.jar a-1.3-SNAPSHOT.jar"
                        + " | a:a-1.2.jar:a-1.3-SNAPSHOT.jar b:b-v2.0.jar:b-v3.1-rc1.jar",
                "old/x/target/j.jar old/y/target/j.jar | new/y/target/j.jar new/x/target/j.jar"
                        + " | x:old/x/target/j.jar:new/x/target/j.jar y:old/y/target/j.jar:new/y/target/j.jar",
                "a.jar b.jar                     | c.jar d.jar           | a:a.jar:c.jar b:b.jar:d.jar",
                "a.jar a.jar                     | c.jar d.jar           | 1:a.jar:c.jar 2:a.jar:d.jar"
            })
    void jarsBelongTogetherByTheirNamesWithoutVersionsOrByTheirOrder(String base, String head, String pairs) {
        assertThat(JarLayouts.pairs(paths(base), paths(head)))
                .containsExactlyElementsOf(Arrays.stream(pairs.split(" "))
                        .map(pair -> pair.split(":"))
                        .map(parts -> new JarLayouts.PathPair(parts[0], Path.of(parts[1]), Path.of(parts[2])))
                        .toList());
    }

    @Test
    void aSideWithoutAJarIsNamedInOneLine() {
        assertThatThrownBy(() -> JarLayouts.pairs(paths("a.jar b.jar"), paths("a.jar")))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "compare: 2 --base and 1 --head: each jar of base needs the one of head that belongs to it");
    }
}
