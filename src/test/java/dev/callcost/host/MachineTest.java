package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {
    @TempDir
    Path root;

    /** A revision tells apart processors whose name is cut. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            'processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1', 'AMD EPYC (family 25, model 17, stepping 1)'
            'model name\t: Neoverse-N1', Neoverse-N1
            'processor\t: 0\nstepping\t: 1', none
            """)
    void theNameAndItsRevision(String lines, String name) throws IOException {
        assertThat(Machine.cpu(new MadeUpFiles(root).with("proc/cpuinfo", lines).files()))
                .isEqualTo(Optional.ofNullable(name));
    }

    @Test
    void aSystemWithoutTheFileHasNone() {
        assertThat(Machine.cpu(new KernelFiles(root))).isEmpty();
    }
}
