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

    /** Two transports, one of which fails calls. */
    static MadeUpRates two() {
        MadeUpRates rates = MadeUpRates.sweep();
        String[] offered = {"420", "830", "1700", "4200", "5800"};
        for (int n = 0; n < offered.length; n++) {
            rates.row("GrpcRateBenchmark.unary", offered[n])
                    .param("transport", "EPOLL")
                    .spread(0.1)
                    .latency(200 + 20 * n, 400 + 100 * n, 3000);
        }
        rates.row("GrpcRateBenchmark.unary", "6600")
                .param("transport", "EPOLL")
                .latency(2000, 40_000, 90_000)
                .made(6500)
                .value("calls.failed.UNAVAILABLE", window -> 3)
                .notMet(10);
        return rates;
    }

    @Test
    void scratch() throws Exception {
        MadeUpRates.sweep().in(directory);
        ResultsPage page = new ResultsPage(List.of(directory));
        Files.writeString(Path.of("/tmp/w/page.html"), page.html());
        Files.writeString(Path.of("/tmp/w/page.txt"), page.text(140));
        assertThat(page.html()).contains("h1");
        two().in(directory);
        page = new ResultsPage(List.of(directory));
        Files.writeString(Path.of("/tmp/w/page2.html"), page.html());
        Files.writeString(Path.of("/tmp/w/page2.txt"), page.text(140));
    }
}
