package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkGateTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a.B: no | a.B: no
            a.B | a.B
            java.lang.ExceptionInInitializerError;java.io.UncheckedIOException: java.nio.file.NoSuchFileException: x.json;\
            java.nio.file.NoSuchFileException: x.json | java.nio.file.NoSuchFileException: x.json
            a.B: no data;java.io.UncheckedIOException: a.C: x;a.C: x | a.B: no data (C: x)
            a.B: no x.json;a.C: x.json | a.B: no x.json (C: x.json)
            a.B: no data because of a.C: x;a.C: x | a.B: no data because of a.C: x
            a.B: no data;a.C$D | a.B: no data (C$D)
            """)
    void aFailureIsTheFirstExceptionThatSaysSomethingAndTheInnermost(String chain, String reason) {
        assertThat(ForkGate.reason(List.of(chain.split(";")))).isEqualTo(reason);
    }

    /** On Linux all of 127.0.0.0/8 is there. */
    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @CsvSource({"65793, 127.2.1.2", "1, 127.1.0.2", "65535, 127.1.255.2"})
    void noOtherProcessOffersPortsAtTheAddressOfJmhsLink(long pid, String address) {
        assertThat(ForkGate.ownAddress(pid)).isEqualTo(address);
    }
}
