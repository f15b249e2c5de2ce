package dev.callcost.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.load.MadeUpRates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a load run. */
class RatesTest {
    @TempDir
    Path directory;

    @Test
    void scratch() throws Exception {
        MadeUpRates.sweep().in(directory);
        ResultsPage page = new ResultsPage(List.of(directory));
        Files.writeString(Path.of("/tmp/w/page.html"), page.html());
        Files.writeString(Path.of("/tmp/w/page.txt"), page.text(140));
        assertThat(page.html()).contains("h1");
    }
}
