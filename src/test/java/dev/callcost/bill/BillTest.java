package dev.callcost.bill;

import static dev.callcost.bill.MadeUpFork.JIT;
import static dev.callcost.bill.MadeUpFork.PARK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.bill.Bill.CategoryShare;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BillTest {
    private static final String NETTY = "[io];io.netty.channel.nio.NioIoHandler.run";
    private static final String NOBODY = "[?];SymbolTable::lookup_shared;SymbolTable::lookup";
    private static final String GRPC_NEW = "[main];io.grpc.Metadata.newHeaders;io.netty.util.AsciiString";
    private static final String NETTY_NEW = "[io];io.netty.handler.codec.http2.DefaultHttp2Headers.add;byte[]";

    private static MadeUpFork fork(String numbers, int park, int netty, int jit, int nobody) {
        return new MadeUpFork(numbers, Map.of(PARK + ";Unsafe_Park", park, NETTY, netty, JIT, jit, NOBODY, nobody));
    }

    private static Bill.BillLine line(Bill bill, String category) {
        return bill.lines().stream()
                .filter(line -> line.ingredient().name().equals(category))
                .findFirst()
                .orElseThrow();
    }

    /** 4 of 40 samples are the compiler's, on another CPU. So the call has 36, and 39.6 of 44 us of CPU time. */
    @Test
    void sharesExcludeWorkInAdditionToTheCall() {
        Bill bill = MadeUpFork.bill(fork("39.6 cpu=44", 18, 9, 4, 9), fork("39.6 cpu=44", 27, 9, 4, 0));
        assertThat(bill.lines())
                .extracting(
                        line -> line.ingredient().name() + " " + line.share().mean())
                .containsExactly("park and unpark 0.625", "netty 0.25", "other 0.125");
        assertThat(bill.cpuNanos()).isCloseTo(39_600, within(1e-6));
        assertThat(bill.besideNanos()).isCloseTo(4_400, within(1e-6));
        assertThat(bill.fillsItsTime()).isTrue();
        assertThat(bill.nanos(line(bill, "netty").share())).isCloseTo(9_900, within(1e-6));
        assertThat(bill.samples()).isEqualTo(2 * 40 * MadeUpFork.ITERATIONS);

        Bill idle = MadeUpFork.bill(fork("100 cpu=44", 18, 9, 4, 9));
        assertThat(idle.fillsItsTime()).isFalse();
        assertThat(idle.nanos(line(idle, "netty").share())).as("of CPU time").isCloseTo(9_900, within(1e-6));
    }

    @Test
    void allocationCountsForTheAllocatorAndNotForTheClass() {
        Map<String, Integer> samples = Map.of(GRPC_NEW, 3000, NETTY_NEW, 1000);
        Bill bill = MadeUpFork.bill(new MadeUpFork(MadeUpFork.CALL, "40 bytes=4000", Map.of(NETTY, 1), samples));
        assertThat(bill.lines())
                .extracting(
                        line -> line.ingredient().name() + " " + line.bytes().orElseThrow())
                .containsExactlyInAnyOrder("gRPC 3000.0", "HTTP/2 codec 1000.0", "netty 0.0");
    }

    @ParameterizedTest
    @CsvSource({
        "40 samples=41, 50 samples=51.25, 44721.35955",
        "40 samples=41 unit=ops/us, 40 samples=41 unit=ops/us, 40000"
    })
    void timeComesFromIterationsWithoutSamples(String one, String other, double nanos) {
        Bill bill = MadeUpFork.bill(fork(one, 1, 1, 0, 0), fork(other, 1, 1, 0, 0));
        assertThat(bill.nanos().value()).isCloseTo(nanos, within(1e-5));
        assertThat(bill.overhead().value()).isCloseTo(1.025, within(1e-9));
    }

    /** The quantiles of Student's t at 99 % are those of its tables: 4.032 for 5 degrees, 63.657 for one. */
    @Test
    void theIntervalOfAShareIsStudentsTOverForks() {
        CategoryShare share = CategoryShare.of(List.of(0.20, 0.22, 0.24, 0.26, 0.28, 0.30));
        assertThat(share.mean()).isCloseTo(0.25, within(1e-12));
        assertThat(share.halfWidth()).isCloseTo(4.0321 * 0.0374166 / Math.sqrt(6), within(1e-5));
        assertThat(CategoryShare.of(List.of(0.1, 0.3)).halfWidth()).isCloseTo(63.6567 * 0.1, within(1e-4));
        assertThat(CategoryShare.of(List.of(0.5)).halfWidth()).as("one fork").isNaN();
    }
}
