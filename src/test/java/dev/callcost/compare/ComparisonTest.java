package dev.callcost.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Matching.RowPair;
import dev.callcost.host.Limits;
import dev.callcost.launch.Arguments;
import dev.callcost.launch.JarCopy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    /** A pair of which takes 26 s: two forks with 10 s of iterations and 3 s for their start and end. */
    private static final RowPair ROW = MadeUpSession.planned(MadeUpSession.key("call"), 10);

    @Test
    void itWarnsOfABudgetThatEndsBeforeTheFirstVerdicts() {
        assertThat(Comparison.budgetWarning(List.of(ROW, ROW), Duration.ofSeconds(363), "Advice."))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains("7 pairs of each row, about 6 min,")
                        .endsWith(" Advice."));
        assertThat(Comparison.budgetWarning(List.of(ROW, ROW), Duration.ofSeconds(364), "Advice."))
                .isEmpty();
    }

    private static Side side(String options) {
        Arguments arguments = Arguments.of(Arguments.groups(options.split(" ")));
        return new Side("base", new JarCopy(null, null, "", null, arguments, null));
    }

    @ParameterizedTest
    @CsvSource({
        "-f 1,            false",
        "-i 50,           false",
        "-r 500ms,        true",
        "-i 50 -r 100ms,  true",
        "-i 51 -r 20ms,   true",
        "-i 50 -r 20ms,   false",
        "-i 5 -r 10ms,    false"
    })
    void itAdvisesShorterIterationsWhereASideHasLongerOnes(String options, boolean isAdvised) {
        assertThat(Comparison.budgetAdvice(side("-i 50 -r 20ms"), side(options)))
                .isEqualTo("Raise --budget, or name fewer rows"
                        + (isAdvised ? " or shorter iterations (such as -i 50 -r 20ms)." : "."));
    }

    @Test
    void itWarnsOfACpuQuota() {
        assertThat(Comparison.quotaWarning(new Limits(1.5, 1L << 30)))
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("1.50 CPUs' worth of time", "--cpuset-cpus"));
        assertThat(Comparison.quotaWarning(new Limits(null, 1L << 30))).isEmpty();
    }
}
