package dev.callcost.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.ci.CiCase.Result;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GithubCommandsTest {
    private static CiCase row(String name, Result result, String kind) {
        return new CiCase("a.C", name, "C." + name, result, kind, name + ": +5.0%");
    }

    private static List<CiCase> rows(int count, Result result, String kind) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> row("m" + number, result, kind))
                .toList();
    }

    @Test
    void betterRowsAreNoticesAndNoParamEndsATitleOrACommand() {
        assertThat(GithubCommands.of(
                        "a:b,c%d",
                        "1\r\n::error::2 % 3:4,5",
                        List.of(row("e", Result.IMPROVED, "faster"), row("f", Result.PASSED, "same"))))
                .isEqualTo("::notice title=a%3Ab%2Cc%25d::1%0D%0A::error::2 %25 3:4,5\n"
                        + "::notice title=faster%3A 1 row::C.e\n");
    }

    @Test
    void ofManyErrorsTheWorstAreShownAndTheOthersCounted() {
        assertThat(GithubCommands.of("t", "a", rows(10, Result.FAILED, "slower"))
                        .lines())
                .filteredOn(line -> line.startsWith("::error "))
                .hasSize(10)
                .last()
                .asString()
                .contains("C.m10");
        assertThat(GithubCommands.of("t", "a", rows(25, Result.FAILED, "slower"))
                        .lines())
                .filteredOn(line -> line.startsWith("::error "))
                .hasSize(10)
                .last()
                .asString()
                .startsWith("::error title=16 more rows::C.m10%0A")
                .endsWith("C.m19%0Aand 6 more rows");
    }
}
