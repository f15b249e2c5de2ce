package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.bill.Sampling.ProfilerLibrary;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link BillIT} loads the copied file. */
class ProfilerLibraryTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x64",
        "Linux, x86_64, linux-x64",
        "Linux, aarch64, linux-arm64",
        "Mac OS X, aarch64, macos",
        "Mac OS X, x86_64, macos"
    })
    void isThereForLinuxAndMacOs(String system, String processor, String folder) {
        assertThat(ProfilerLibrary.missing(system, processor)).isEmpty();
        assertThat(ProfilerLibrary.resource(system, processor).orElseThrow().getPath())
                .endsWith("/" + folder + "/libasyncProfiler.so");
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, riscv64", "FreeBSD, amd64"})
    void elsewhereALineSaysWhatIsMissing(String system, String processor) {
        assertThat(ProfilerLibrary.missing(system, processor))
                .contains("this jar has no async-profiler for " + system + " on " + processor);
    }
}
