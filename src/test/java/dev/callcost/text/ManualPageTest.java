package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Sections.ManualPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManualPageTest {
    @ParameterizedTest
    @EnumSource
    void theManualHasThePage(ManualPage page) throws IOException {
        assertThat(Files.readAllLines(Path.of("src/docs").resolve(page.file)).get(0))
                .isEqualTo("# " + page.title);
    }
}
