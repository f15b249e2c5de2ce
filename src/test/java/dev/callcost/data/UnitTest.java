package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitTest {
    /** A time alone may be one of which more is better. */
    @ParameterizedTest
    @CsvSource({
        "ns/op, ns, 1, false",
        "us/op, ns, 1e3, false",
        "\u00b5s/op, ns, 1e3, false",
        "s/op, ns, 1e9, false",
        "min/op, ns, 6e10, false",
        "hr/op, ns, 3.6e12, false",
        "day/op, ns, 8.64e13, false",
        "ns/iter, ns, 1, false",
        "ms/iteration, ns, 1e6, false",
        "us, ns, 1e3,",
        "\u03bcs, ns, 1e3,",
        "sec, ns, 1e9,",
        "seconds, ns, 1e9,",
        "milliseconds, ns, 1e6,",
        "nanosecs, ns, 1,",
        "minutes, ns, 6e10,",
        "hours, ns, 3.6e12,",
        "ops/s, operations per ns, 1e-9, true",
        "ops/ms, operations per ns, 1e-6, true",
        "ops/sec, operations per ns, 1e-9, true",
        "requests/s, operations per ns, 1e-9, true",
        "B, bytes, 1,",
        "B/op, bytes, 1,",
        "KB, bytes, 1e3,",
        "kB, bytes, 1e3,",
        "KiB, bytes, 1024,",
        "MB, bytes, 1e6,",
        "MiB, bytes, 1048576,",
        "bytes, bytes, 1,",
        "MB/s, bytes per ns, 1e-3,"
    })
    void unitsOfOneBaseAreConverted(String text, String base, double factor, Boolean isMoreBetter) {
        Unit unit = Unit.of(text);
        assertThat(unit.base()).isEqualTo(base);
        assertThat(unit.factor()).isCloseTo(factor, withinPercentage(1e-6));
        assertThat(unit.isMoreBetter()).isEqualTo(Optional.ofNullable(isMoreBetter));
    }

    @ParameterizedTest
    @ValueSource(strings = {"count", "tick time (ms)", "#", "%", "", "ops", "KOPS", "B/x"})
    void anotherUnitIsABaseOfItsOwn(String text) {
        assertThat(Unit.of(text)).isEqualTo(new Unit(text, 1, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "avgt, ops/s, more",
        "thrpt, us/op, less",
        "ss, ops/s, more",
        "avgt, us/op,",
        "sample, us/op,",
        "thrpt, ops/s,",
        "thrpt, MB/s,",
        "avgt, MB,"
    })
    void aModeThatContradictsTheUnitIsNamed(String mode, String text, String better) {
        assertThat(Unit.of(text).contradiction("mode " + mode, Unit.isThroughput(mode), text))
                .isEqualTo(Optional.ofNullable(better)
                        .map(it -> "mode " + mode + " contradicts the unit " + text + ", which decides: " + it
                                + " is better"));
    }
}
