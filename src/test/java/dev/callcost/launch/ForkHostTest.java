package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForkHostTest {
    private static String line(String output) {
        return ForkHost.cause(output.lines().toList());
    }

    @Test
    void aForkThatDoesNotStartIsExplainedByItsJvm() {
        assertThat(line("""
                        # Fork: 1 of 1000
                        <forked VM failed with exit code 1>
                        <stdout last='20 lines'>
                        </stdout>
                        <stderr last='20 lines'>
                        OpenJDK 64-Bit Server VM warning: Options -Xverify:none were deprecated
                        Unrecognized VM option 'NoSuchFlag'
                        Error: Could not create the Java Virtual Machine.
                        </stderr>

                        Benchmark had encountered error, and fail on error was requested
                        ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception
                        Caused by: org.openjdk.jmh.runner.BenchmarkException: Benchmark error
                            Suppressed: java.lang.IllegalStateException: Forked VM failed with exit code 1
                        """)).isEqualTo("Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void aHostThatDoesNotStartAndAForkWithoutReportTooByTheirFirstLineThatIsNoWarning() {
        assertThat(line("""
                        OpenJDK 64-Bit Server VM warning: Options -Xverify:none were deprecated

                        Unrecognized VM option 'NoSuchFlag'
                        Error: Could not create the Java Virtual Machine.
                        """)).isEqualTo("Unrecognized VM option 'NoSuchFlag'");
        assertThat(line("""
                        Error: Could not find or load main class a.Missing
                        Caused by: java.lang.ClassNotFoundException: a.Missing
                        """)).isEqualTo("java.lang.ClassNotFoundException: a.Missing");
    }

    @Test
    void oneThatCrashesByTheFirstLineOfItsReport() {
        assertThat(line("""
                        <forked VM failed with exit code 134>
                        <stdout last='20 lines'>
                        #
                        # A fatal error has been detected by the Java Runtime Environment:
                        </stdout>
                        <stderr last='20 lines'>
                        </stderr>
                        ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception
                        """)).isEqualTo("# A fatal error has been detected by the Java Runtime Environment:");
    }

    @Test
    void aBenchmarkThatThrowsByItsException() {
        assertThat(line("""
                        Iteration   1: <failure>

                        java.lang.NoClassDefFoundError: a/Missing
                        \tat a.B.c(B.java:1)
                        Caused by: java.lang.ClassNotFoundException: a.Missing
                        ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception
                        """)).isEqualTo("java.lang.NoClassDefFoundError: a/Missing");
    }

    @Test
    void whatElseJmhSaysByJmhsExceptionOrTheFirstLine() {
        assertThat(line("ERROR: org.openjdk.jmh.runner.RunnerException: another JMH\n"))
                .isEqualTo("org.openjdk.jmh.runner.RunnerException: another JMH");
        assertThat(line(" first \nlast\n\n")).isEqualTo("first");
        assertThat(ForkHost.cause(List.of())).isEqualTo("it wrote nothing");
    }
}
