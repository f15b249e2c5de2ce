package dev.callcost.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.bill.BillReport.Spent;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BillFiguresTest {
    private static Spent bill(String method, Map<String, Double> nanos) {
        double all = nanos.values().stream().mapToDouble(it -> it).sum();
        Estimate time = Estimate.ofLogs(List.of(Math.log(all), Math.log(all)));
        return new Spent(new RowKey("org.shop.ShopBenchmark." + method, "avgt", Map.of()), time, nanos);
    }

    private static BillFigures figures(Spent... bills) {
        return new BillFigures(List.of(), List.of(bills));
    }

    private static final BillFigures TWO = figures(
            bill("call", Map.of("park and unpark", 40e3, "write", 25e3, "read", 10e3, "netty", 20e3, "other", 5e3)),
            bill("parse", Map.of("Gson: JsonReader.peek", 30e3, "Gson: rest", 5e3, "org.shop: Shop.sort", 15e3)));

    @Test
    void theHeadlineIsWhatWaitingTakesOrElseTheLargestGroup() {
        assertThat(TWO.headline()).isEqualTo("75% of a call of ShopBenchmark.call is waking threads and system calls");
        Spent elsewhere = new Spent(
                new RowKey("org.shop.TargetBenchmark.unary", "avgt", Map.of()),
                Estimate.ofLogs(List.of(Math.log(20e3))),
                Map.of("gRPC", 10e3));
        assertThat(figures(elsewhere).headline())
                .isEqualTo(
                        "In one fork, 100% of the CPU time of the client's side of a call of TargetBenchmark.unary is"
                                + " gRPC or RMI itself");
        assertThat(figures(bill("parse", Map.of("Gson", 30e3, "write", 10e3))).headline())
                .isEqualTo("75% of a call of ShopBenchmark.parse is serialization");
        assertThat(figures(bill("parse", Map.of("Gson", 10e3)), bill("call", Map.of("write", 90e3)))
                        .headline())
                .as("the slowest row, as in the answer")
                .isEqualTo("100% of a call of ShopBenchmark.call is kernel I/O");
    }

    @Test
    void theCaptionSaysWhatBlueIsWhereItIsNothingElse() {
        assertThat(caption(bill("call", Map.of("write", 5.0, "Gson", 1.0)))).startsWith("Blue is waiting");
        assertThat(caption(bill("call", Map.of("Gson", 1.0)))).isEmpty();
        Map<String, Double> foreign = Map.of("a", 6.0, "b", 5.0, "c", 4.0, "d", 3.0, "e", 2.0, "write", 1.0, "f", 0.1);
        assertThat(caption(bill("call", foreign))).as("a package is blue").isEmpty();
    }

    private static String caption(Spent bill) {
        return figures(bill).figures().get(0).legend();
    }

    @Test
    void categoriesAreInGroupsOfOneColourEach() {
        assertThat(TWO.figures().get(0).picture().svg())
                .contains("class=\"on threads middle\">40\u00a0%</text>")
                .as("a share that is too short for it")
                .doesNotContain(">5\u00a0%</text>")
                .as("a category of no group is one, in a colour that is free")
                .contains("class=\"part http2\"><title>org.shop 30.0\u00a0%</title>");
    }

    @Test
    void moreGroupsThanColoursAreInTheRest() {
        Map<String, Double> many =
                Map.of("a", 9.0, "b", 8.0, "c", 7.0, "d", 6.0, "e", 5.0, "f", 4.0, "g", 3.0, "h", 2.0, "write", 56.0);
        assertThat(figures(bill("call", many)).figures().get(0).picture().keys())
                .extracting(key -> key.text())
                .containsExactly("kernel I/O", "a", "b", "c", "d", "e", "locks, queues, other");
    }
}
