package dev.callcost.bill;

import dev.callcost.data.RowKey;
import dev.callcost.text.JsonDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bills as JSON. A row has its time without samples in nanoseconds with the 99 % interval, its CPU time, and {@code withSamples}, the ratio of its time with
 * samples to its time without. A category has its share, of the time where {@code sharesAreOfTime}, else of the CPU time, and half of the interval. Unknown
 * numbers are left out.
 */
final class BillJson {
    private BillJson() {}

    private record RowJson(
            RowKey row,
            double nanos,
            Double low,
            Double high,
            int forks,
            long samples,
            double cpuNanos,
            double besideNanos,
            boolean sharesAreOfTime,
            Double bytes,
            double withSamples,
            List<LineJson> ingredients) {}

    private record LineJson(
            String name, String about, String partOf, double share, Double halfWidth, double nanos, Double bytes) {}

    /** The JSON, ending in a line feed. */
    static String of(BillFile.Header header, List<Bill> bills) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "callcost bill 1");
        json.put("measured", header);
        json.put("rows", bills.stream().map(BillJson::json).toList());
        return JsonDocument.of(json);
    }

    private static RowJson json(Bill bill) {
        return new RowJson(
                bill.row(),
                bill.nanos().value(),
                known(bill.nanos().low()),
                known(bill.nanos().high()),
                bill.nanos().forks(),
                bill.samples(),
                bill.cpuNanos(),
                bill.besideNanos(),
                bill.fillsItsTime(),
                known(bill.bytes().orElse(Double.NaN)),
                bill.overhead().value(),
                bill.lines().stream()
                        .map(line -> new LineJson(
                                line.ingredient().name(),
                                line.ingredient().about(),
                                line.ingredient().whole().map(Ingredient::name).orElse(null),
                                line.share().mean(),
                                known(line.share().halfWidth()),
                                bill.nanos(line.share()),
                                known(line.bytes().orElse(Double.NaN))))
                        .toList());
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
