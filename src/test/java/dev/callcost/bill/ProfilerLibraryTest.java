package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link BillIT} loads the copied file. */
class ProfilerLibraryTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, true",
        "Linux, x86_64, true",
        "Linux, aarch64, true",
        "Mac OS X, aarch64, true",
        "Mac OS X, x86_64, true",
        "Windows 11, amd64, false",
        "Linux, riscv64, false",
        "FreeBSD, amd64, false"
    })
    void existsForLinuxAndMacOs(String system, String processor, boolean exists) {
        Optional<String> resource = ProfilerLibrary.resource(system, processor);
        assertThat(resource.isPresent()).isEqualTo(exists);
        assertThat(resource.stream()).allMatch(file -> ProfilerLibrary.class.getResource("/" + file) != null);
    }
}
