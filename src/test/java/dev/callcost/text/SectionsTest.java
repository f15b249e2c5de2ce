package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Sections.ManualPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SectionsTest {
    private static Sections filled(Sections sections) {
        return sections.paragraph("one two three four")
                .paragraph("")
                .list("Notes:", List.of("five six seven", "eight"))
                .table(new Table<String>().of(List.of()))
                .list("Nothing:", List.of());
    }

    @Test
    void whatIsEmptyIsLeftOut() {
        assertThat(filled(new Sections(false)).text())
                .isEqualTo("one two three four\n\nNotes:\n  five six seven\n  eight\n");
        assertThat(filled(new Sections(true)).text())
                .isEqualTo("one two three four\n\nNotes:\n\n- five six seven\n- eight\n");
    }

    @Test
    void linesKeepToAWidth() {
        assertThat(filled(Sections.text(10)).text())
                .isEqualTo("one two\nthree four\n\nNotes:\n  five six\n    seven\n  eight\n");
    }

    @ParameterizedTest
    @EnumSource
    void theManualHasThePage(ManualPage page) throws IOException {
        assertThat(Files.readAllLines(Path.of("src/docs").resolve(page.file)).get(0))
                .isEqualTo("# " + page.title);
    }
}
