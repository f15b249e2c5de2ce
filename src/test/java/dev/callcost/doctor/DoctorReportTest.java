package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fixtures;
import dev.callcost.doctor.Finding.Severity;
import dev.callcost.host.Processes.Busy;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pages of made-up machines against golden files, and the thresholds of UNFIT. */
@ExtendWith(ForeignLocale.class)
class DoctorReportTest {
    @Test
    void eachOfThreeThingsAloneMakesItUnfit() {
        assertThat(new Clock(1_001, 10).finding("tsc").severity()).isEqualTo(Severity.UNFIT);
        assertThat(new Clock(20, 1_001).finding("tsc").severity()).isEqualTo(Severity.UNFIT);
        assertThat(new Clock(1_000, 1_000).finding("tsc").severity()).isEqualTo(Severity.NOTE);

        assertThat(Examinations.unfit().drift().findings())
                .extracting(Finding::severity)
                .contains(Severity.UNFIT);

        assertThat(Examinations.quiet(new Busy("a", 1.5), new Busy("b", 0.6)).findings())
                .extracting(Finding::severity)
                .contains(Severity.UNFIT);
        assertThat(Examinations.quiet(new Busy("a", 2)).findings())
                .extracting(Finding::severity)
                .doesNotContain(Severity.UNFIT);
    }

    @Test
    void pagesAreTheirGoldenFilesAndTheirLinesFitTheWidth() throws IOException {
        for (Map.Entry<String, Examination> machine : Map.of(
                        "quiet", Examinations.quiet(), "unfit", Examinations.unfit(), "silent", Examinations.silent())
                .entrySet()) {
            DoctorReport report = new DoctorReport(machine.getValue());
            Fixtures.assertText("report/doctor-" + machine.getKey() + ".txt", report.page(100));
            assertThat(report.page(80).lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        }
    }
}
