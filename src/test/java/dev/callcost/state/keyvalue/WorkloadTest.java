package dev.callcost.state.keyvalue;

import static dev.callcost.state.keyvalue.Workload.OperationKind.CREATE;
import static dev.callcost.state.keyvalue.Workload.OperationKind.DELETE;
import static dev.callcost.state.keyvalue.Workload.OperationKind.RETRIEVE;
import static dev.callcost.state.keyvalue.Workload.OperationKind.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.google.protobuf.ByteString;
import dev.callcost.state.keyvalue.Workload.Operation;
import dev.callcost.state.keyvalue.Workload.OperationKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Statistic;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static final int DRAWS = 100_000;

    private final Workload workload = new Workload(42, Workload.MEAN_KEY, 1_000);

    @Test
    void everyOperationButACreateIsOnAKeyThatIsThere() {
        Set<ByteString> there = new HashSet<>();
        Map<OperationKind, Integer> mix = new EnumMap<>(OperationKind.class);
        for (int n = 0; n < DRAWS; n++) {
            Operation operation = workload.next();
            mix.merge(operation.kind(), 1, Integer::sum);
            assertThat(operation.value() != null).isEqualTo(operation.kind() == CREATE || operation.kind() == UPDATE);
            switch (operation.kind()) {
                case CREATE -> assertThat(there.add(operation.key())).isTrue();
                case DELETE -> assertThat(there.remove(operation.key())).isTrue();
                case RETRIEVE, UPDATE -> assertThat(there).contains(operation.key());
            }
            ended(operation);
            assertThat(workload.known()).isEqualTo(there.size());
        }
        for (OperationKind kind : OperationKind.values()) {
            assertThat(mix.get(kind)).as(kind.name()).isCloseTo(DRAWS / 4, withPercentage(3));
        }
        assertThat(mix.get(CREATE) - mix.get(DELETE)).isEqualTo(there.size());
    }

    private void ended(Operation operation) {
        if (operation.kind() == CREATE) {
            workload.created(operation.key());
        }
    }

    @Test
    void withoutAKnownKeyOnlyCreatesAreDrawnWithLengthsThatAreExponentialAndNeverZero() {
        List<Operation> creates =
                IntStream.range(0, DRAWS).mapToObj(n -> workload.next()).toList();
        assertThat(creates).allMatch(create -> create.kind() == CREATE);
        assertThat(creates.stream().limit(1_000).map(Operation::value).distinct())
                .hasSizeGreaterThan(990);
        assertThat(workload.known()).isZero();
        checkExponential(creates.stream().mapToDouble(create -> create.key().size()), Workload.MEAN_KEY);
        checkExponential(creates.stream().mapToDouble(create -> create.value().size()), 1_000);
    }

    /** One more than an exponential with this mean, whose median is ln 2 means and whose deviation is its mean. */
    private static void checkExponential(DoubleStream drawn, int mean) {
        double[] lengths = drawn.toArray();
        DoubleStatistics all =
                DoubleStatistics.of(EnumSet.of(Statistic.MIN, Statistic.MEAN, Statistic.STANDARD_DEVIATION), lengths);
        assertThat(all.getAsDouble(Statistic.MIN)).isPositive();
        assertThat(all.getAsDouble(Statistic.MEAN)).isCloseTo(mean + 1, withPercentage(1));
        assertThat(all.getAsDouble(Statistic.STANDARD_DEVIATION)).isCloseTo(mean, withPercentage(2));
        assertThat(Median.withDefaults().evaluate(lengths)).isCloseTo(1 + Math.log(2) * mean, withPercentage(3));
    }
}
