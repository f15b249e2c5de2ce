package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
    @TempDir
    Path root;

    @Test
    void aCutNameIsToldApartByItsRevision() throws IOException {
        assertThat(cpu("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1"))
                .contains("AMD EPYC (family 25, model 17, stepping 1)");
    }

    @Test
    void aNameWithoutARevisionStandsAlone() throws IOException {
        assertThat(cpu("model name\t: Neoverse-N1")).contains("Neoverse-N1");
    }

    @Test
    void aRevisionWithoutANameIsNone() throws IOException {
        assertThat(cpu("processor\t: 0\nstepping\t: 1")).isEmpty();
    }

    @Test
    void aSystemWithoutTheFileHasNone() {
        assertThat(Machine.cpu(new KernelFiles(root))).isEmpty();
    }

    private Optional<String> cpu(String lines) throws IOException {
        return Machine.cpu(new MadeUpFiles(root).with("proc/cpuinfo", lines).files());
    }
}
