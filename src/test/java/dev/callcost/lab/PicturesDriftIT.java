package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.report.ResultsPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The committed pictures are those that the committed results give. After new results,
 * {@code mvn test -Dtest=PicturesDriftIT -Dcallcost.tables=write} redraws them.
 */
class PicturesDriftIT {
    private static final Path RESULTS = Path.of("results");

    @ParameterizedTest
    @CsvSource({
        "epyc-vm-jdk17-rungs/times.svg, epyc-vm-jdk17-rungs epyc-vm-jdk25-rungs",
        "epyc-vm-jdk25-aot/warm-up.svg, epyc-vm-jdk25-aot/nio.json.gz epyc-vm-jdk25-aot/nio-cached.json.gz",
        "epyc-vm-jdk25-aot/warm-up-2.svg, epyc-vm-jdk25-aot/nio.json.gz epyc-vm-jdk25-aot/nio-cached.json.gz",
        "xeon-vm-jdk25-ladder/times.svg, xeon-vm-jdk25-ladder",
        "epyc-vm-jdk17-item17/sweeps.svg, epyc-vm-jdk17-item17",
        "epyc-vm-jdk17-item17/idle.sweeps.svg, epyc-vm-jdk17-item17/idle.json.gz",
        "epyc-vm-jdk17-echo/sweeps.svg, epyc-vm-jdk17-echo",
        "epyc-vm-jdk17-echo/grid.sweeps.svg, epyc-vm-jdk17-echo/grid.json.gz",
        "epyc-vm-jdk17-delay/sweeps.svg, epyc-vm-jdk17-delay",
        "epyc-vm-jdk17-delay/spin.sweeps.svg, epyc-vm-jdk17-delay/spin.json.gz",
        "epyc-vm-jdk17-delay/jdk25.sweeps.svg, epyc-vm-jdk17-delay/jdk25.json.gz",
        "epyc-vm-jdk17-keyvalue/sweeps.svg, epyc-vm-jdk17-keyvalue",
        "epyc-vm-jdk17-heap/sweeps.svg, epyc-vm-jdk17-heap",
        "epyc-vm-jdk17-bill/bill.svg, epyc-vm-jdk17-bill",
        "epyc-vm-jdk17-bill/steps/bill.svg, epyc-vm-jdk17-bill/steps"
    })
    void isWhatItsResultsGive(String picture, String folders) throws Exception {
        List<Path> results =
                Arrays.stream(folders.split(" ")).map(RESULTS::resolve).toList();
        Path file = RESULTS.resolve(picture);
        String name = file.getFileName().toString().replaceFirst("^[^.]+\\.(?=.+\\.svg$)", "");
        String drawn = new ResultsPage(results).pictures().get(name);
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(file, drawn);
        }
        assertThat(Files.readString(file).replace("\r\n", "\n"))
                .as("run with -Dcallcost.tables=write")
                .isEqualTo(drawn);
    }
}
