package dev.callcost.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What is said of made-up machines, against the files that say what it must look like. */
class PageTest {
    private static void assertPage(Examination examination, String file) throws IOException {
        Locale before = Locale.getDefault();
        try (InputStream expected = PageTest.class.getResourceAsStream(file)) {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Page.of(examination, Diagnosis.of(examination)))
                    .isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void ofAQuietMachine() throws IOException {
        assertPage(Examinations.quiet(), "quiet.txt");
    }

    @Test
    void ofAMachineThatIsUnfit() throws IOException {
        assertPage(Examinations.unfit(), "unfit.txt");
    }

    @Test
    void ofASystemThatSaysNothing() throws IOException {
        assertPage(Examinations.silent(), "silent.txt");
    }
}
