package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
    private static final String NAME = "proc/cpuinfo";

    @TempDir
    Path root;

    private MadeUpFiles files;

    @BeforeEach
    void begin() {
        files = new MadeUpFiles(root);
    }

    @Test
    void aCutNameIsToldApartByItsRevision() throws IOException {
        files.with(NAME, "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1");
        assertThat(Machine.cpu(files.files())).contains("AMD EPYC (family 25, model 17, stepping 1)");
    }

    @Test
    void aNameWithoutARevisionStandsAlone() throws IOException {
        files.with(NAME, "model name\t: Neoverse-N1");
        assertThat(Machine.cpu(files.files())).contains("Neoverse-N1");
    }

    @Test
    void withoutANameThereIsNothingToTell() throws IOException {
        assertThat(Machine.cpu(files.files())).isEmpty();
        files.with(NAME, "processor\t: 0\nstepping\t: 1");
        assertThat(Machine.cpu(files.files())).isEmpty();
    }
}
