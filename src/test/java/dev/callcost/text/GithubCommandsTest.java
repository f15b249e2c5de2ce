package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.GithubCommands.Annotation;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GithubCommandsTest {
    @Test
    void noParamEndsATitleOrACommand() {
        assertThat(GithubCommands.of(
                        "a:b,c%d", "1\r\n::error::2 % 3:4,5", List.of(new Annotation(false, "slower: C.e", "+5%"))))
                .isEqualTo("::notice title=a%3Ab%2Cc%25d::1%0D%0A::error::2 %25 3:4,5\n"
                        + "::warning title=slower%3A C.e::+5%25\n");
    }

    @Test
    void tenErrorsAreShown() {
        assertThat(GithubCommands.of("t", "a", Collections.nCopies(25, new Annotation(true, "slower: C.e", "")))
                        .lines())
                .hasSize(11);
    }
}
