package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.callcost.data.Estimate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BillTest {
    private static final String PARK = MadeUpFork.PARK + ";Unsafe_Park";
    private static final String NETTY = "[io];io.netty.channel.nio.NioIoHandler.run";
    private static final String NOBODY = "[?];SymbolTable::lookup_shared;SymbolTable::lookup";
    private static final String GRPC_NEW = "[main];io.grpc.Metadata.newHeaders;io.netty.util.AsciiString";
    private static final String NETTY_NEW = "[io];io.netty.handler.codec.http2.DefaultHttp2Headers.add;byte[]";

    private static MadeUpFork fork(double micros, int park, int netty, int jit, int nobody) {
        return new MadeUpFork(micros).time(Map.of(PARK, park, NETTY, netty, MadeUpFork.JIT, jit, NOBODY, nobody));
    }

    private static Bill bill(MadeUpFork... forks) {
        List<Bill> bills = Bill.of(Stream.of(forks).map(MadeUpFork::fork).toList(), Rules.ofSuite());
        assertThat(bills).hasSize(1);
        return bills.get(0);
    }

    private static Bill.Line line(Bill bill, String ingredient) {
        return bill.lines().stream()
                .filter(line -> line.ingredient().name().equals(ingredient))
                .findFirst()
                .orElseThrow();
    }

    /** 4 of 40 samples are the compiler's, on another CPU. So the call has 36, and 39.6 of 44 us of CPU time. */
    @Test
    void sharesExcludeWorkInAdditionToTheCall() {
        Bill bill =
                bill(fork(39.6, 18, 9, 4, 9).cpu(44), fork(39.6, 27, 9, 4, 0).cpu(44));
        assertThat(line(bill, "park and unpark").share().mean()).isCloseTo((0.5 + 0.75) / 2, within(1e-12));
        assertThat(line(bill, "netty").share().mean()).isCloseTo(0.25, within(1e-12));
        assertThat(line(bill, "other").share().mean()).isCloseTo(0.125, within(1e-12));
        assertThat(bill.lines()).extracting(line -> line.ingredient().name()).doesNotContain("JIT compiler");
        assertThat(bill.lines().stream()
                        .mapToDouble(line -> line.share().mean())
                        .sum())
                .isCloseTo(1, within(1e-12));
        assertThat(bill.cpuNanos()).isCloseTo(39_600, within(1e-6));
        assertThat(bill.besideNanos()).isCloseTo(4_400, within(1e-6));
        assertThat(bill.fillsItsTime()).isTrue();
        assertThat(bill.nanos(line(bill, "netty").share())).isCloseTo(9_900, within(1e-6));
        assertThat(bill.samples()).isEqualTo(2 * 40 * MadeUpFork.ITERATIONS);
        assertThat(bill.switches()).isCloseTo(2, within(1e-12));
        assertThat(bill.unknown())
                .extracting(Bill.Unknown::frames)
                .containsExactly("SymbolTable::lookup < SymbolTable::lookup_shared");
    }

    @Test
    void sharesAreOfCpuTimeWhenThisDoesNotFillTheTime() {
        Bill bill = bill(fork(100, 18, 9, 4, 9).cpu(44));
        assertThat(bill.fillsItsTime()).isFalse();
        assertThat(bill.nanos(line(bill, "netty").share())).isCloseTo(9_900, within(1e-6));
    }

    @Test
    void allocationCountsForTheAllocatorAndNotForTheClass() {
        Bill bill = bill(fork(40, 1, 1, 0, 0).bytes(4000).allocation(Map.of(GRPC_NEW, 3000, NETTY_NEW, 1000)));
        assertThat(line(bill, "gRPC").bytes()).hasValueCloseTo(3000.0, within(1e-9));
        assertThat(line(bill, "HTTP/2 codec").bytes()).hasValueCloseTo(1000.0, within(1e-9));
        assertThat(line(bill, "netty").bytes()).hasValueCloseTo(0.0, within(1e-9));
    }

    @Test
    void timeComesFromIterationsWithoutSamples() {
        Bill bill = bill(fork(40, 1, 1, 0, 0).sampled(41), fork(50, 1, 1, 0, 0).sampled(51.25));
        assertThat(bill.nanos().value()).isCloseTo(Math.sqrt(40_000.0 * 50_000), within(1e-6));
        assertThat(bill.overhead().value()).isCloseTo(1.025, within(1e-9));
    }

    @Test
    void overheadOfAThroughputIsALongerTime() {
        Bill bill = bill(fork(40, 1, 1, 0, 0).sampled(41).throughput());
        assertThat(bill.nanos().value()).isCloseTo(40_000, within(1e-6));
        assertThat(bill.overhead().value()).isCloseTo(1.025, within(1e-9));
        assertThat(bill.bytes()).isEmpty();
    }

    @Test
    void excludesContendedIterationsWhenEnoughForksHaveOthers() {
        MadeUpFork quiet = fork(40, 3, 1, 0, 0).canary(9_000);
        MadeUpFork contended = fork(80, 1, 3, 0, 0).canary(17_000);
        Bill chosen = bill(quiet, quiet, contended);
        assertThat(chosen.nanos().value()).isCloseTo(40_000, within(1e-6));
        assertThat(chosen.nanos().forks()).isEqualTo(2);
        assertThat(line(chosen, "netty").share().mean()).isCloseTo(0.25, within(1e-12));
        assertThat(chosen.source().isContended()).isFalse();

        Bill all = bill(quiet, contended, contended);
        assertThat(all.nanos().forks()).isEqualTo(3);
        assertThat(all.source().isContended()).isTrue();
    }

    /** The quantiles of Student's t at 99 % are those of its tables: 4.032 for 5 degrees, 63.657 for one. */
    @Test
    void theIntervalOfAShareIsStudentsTOverForks() {
        Share share = Share.of(List.of(0.20, 0.22, 0.24, 0.26, 0.28, 0.30));
        assertThat(share.mean()).isCloseTo(0.25, within(1e-12));
        assertThat(share.halfWidth()).isCloseTo(4.0321 * 0.0374166 / Math.sqrt(6), within(1e-5));
        assertThat(Share.of(List.of(0.1, 0.3)).halfWidth()).isCloseTo(63.6567 * 0.1, within(1e-4));
        assertThat(Share.of(List.of(0.5)).halfWidth()).as("one fork").isNaN();
    }

    /** (2.5758 x 0.02 / 0.01)^2 = 26.5. */
    @Test
    void forksForAHalfWidthFollowTheDeviation() {
        assertThat(new Share(new Estimate(0.25, 0.02 * 0.02 / 5, 4, 5)).forksFor(0.01))
                .isEqualTo(27 + 2);
        assertThat(new Share(new Estimate(0.25, 0, 4, 5)).forksFor(0.01)).isEqualTo(2);
    }
}
