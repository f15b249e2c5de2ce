package dev.callcost.state.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.keyvalue.KeyValueServer;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import dev.callcost.state.keyvalue.Operation.Kind;
import dev.callcost.state.keyvalue.Operation.Outcome;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client against the real service, in process. */
class KeyValueClientTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString VALUE = ByteString.copyFromUtf8("value");
    private static final int IN_FLIGHT = 16;
    private static final int CALLS = 3_000;

    private final DelayMeter meter = new DelayMeter();
    private final StoreWork work = new StoreWork.Simulated(Delay.NONE, 0, 0, meter);
    private final InFlightGauge gauge = new InFlightGauge();
    private final Workload workload = new Workload(11, Workload.MEAN_KEY, 200);
    private final Outcomes outcomes = new Outcomes();

    /** How a test makes a call and waits for its end. */
    enum Way {
        BLOCKING {
            @Override
            void call(KeyValueClient client, Operation operation) {
                client.call(operation);
            }
        },
        FUTURE {
            @Override
            void call(KeyValueClient client, Operation operation) throws InterruptedException {
                CountDownLatch ended = new CountDownLatch(1);
                client.start(operation, ended::countDown);
                assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            }
        };

        abstract void call(KeyValueClient client, Operation operation) throws InterruptedException;
    }

    /** Calls of a method, refused ones included. */
    private long executed(Kind kind) {
        return Stream.of(Outcome.values())
                .mapToLong(outcome -> outcomes.count(kind, outcome))
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void refusalsAreCountedAsSuchAndNeverAsOk(Way way) throws Exception {
        try (KeyValueServer server = KeyValueServer.start(Store.CONCURRENT, work, gauge)) {
            KeyValueClient client = new KeyValueClient(server.channel(), workload, outcomes);
            way.call(client, new Operation(Kind.RETRIEVE, KEY, null));
            way.call(client, new Operation(Kind.UPDATE, KEY, VALUE));
            assertThat(outcomes.ok()).isZero();
            assertThat(outcomes.count(Kind.RETRIEVE, Outcome.NOT_FOUND)).isEqualTo(1);
            assertThat(outcomes.count(Kind.UPDATE, Outcome.NOT_FOUND)).isEqualTo(1);
            assertThat(outcomes.count(Outcome.NOT_FOUND)).isEqualTo(2);

            way.call(client, new Operation(Kind.CREATE, KEY, VALUE));
            assertThat(workload.known()).isEqualTo(1);
            way.call(client, new Operation(Kind.CREATE, KEY, VALUE));
            assertThat(outcomes.count(Kind.CREATE, Outcome.OK)).isEqualTo(1);
            assertThat(outcomes.count(Kind.CREATE, Outcome.ALREADY_EXISTS)).isEqualTo(1);

            way.call(client, new Operation(Kind.UPDATE, KEY, VALUE));
            way.call(client, new Operation(Kind.RETRIEVE, KEY, null));
            way.call(client, new Operation(Kind.DELETE, KEY, null));
            assertThat(outcomes.ok()).isEqualTo(4);
            assertThatCode(outcomes::check).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneCallAtATimeIsNeverRefused(Way way) throws Exception {
        try (KeyValueServer server = KeyValueServer.start(Store.SYNCHRONIZED, work, gauge)) {
            KeyValueClient client = new KeyValueClient(server.channel(), workload, outcomes);
            for (int n = 0; n < CALLS; n++) {
                way.call(client, workload.next());
            }
        }
        outcomes.check();
        assertThat(outcomes.ok()).isEqualTo(CALLS);
        assertThat(gauge.snapshot().entered()).isEqualTo(CALLS);
        assertThat(gauge.snapshot().maximum()).isEqualTo(1);
        assertThat(executed(Kind.CREATE) - executed(Kind.DELETE)).isEqualTo(workload.known());
    }

    @ParameterizedTest
    @EnumSource
    void callsInFlightAreAllCountedAndNeverMoreThanPermitted(Store store) throws Exception {
        Semaphore permits = new Semaphore(IN_FLIGHT);
        try (KeyValueServer server = KeyValueServer.start(store, work, gauge)) {
            KeyValueClient client = new KeyValueClient(server.channel(), workload, outcomes);
            for (int n = 0; n < CALLS; n++) {
                assertThat(permits.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
                client.start(workload.next(), permits::release);
            }
            assertThat(permits.tryAcquire(IN_FLIGHT, 30, TimeUnit.SECONDS)).isTrue();
        }
        outcomes.check();
        long executed = Stream.of(Kind.values()).mapToLong(this::executed).sum();
        assertThat(executed).isEqualTo(CALLS);
        assertThat(gauge.snapshot().entered()).isEqualTo(CALLS);
        assertThat(meter.total().count()).isEqualTo(CALLS);
        assertThat(gauge.snapshot().inFlight()).isZero();
        assertThat(gauge.snapshot().maximum()).isBetween(1, IN_FLIGHT);
        assertThat(outcomes.count(Kind.DELETE, Outcome.OK)).isEqualTo(executed(Kind.DELETE));
    }

    @ParameterizedTest
    @EnumSource
    void aValueOfNoBytesFailsTheRun(Way way) throws Exception {
        try (KeyValueServer server = KeyValueServer.start(Store.CONCURRENT, work, gauge)) {
            KeyValueClient client = new KeyValueClient(server.channel(), workload, outcomes);
            way.call(client, new Operation(Kind.CREATE, KEY, ByteString.EMPTY));
            way.call(client, new Operation(Kind.RETRIEVE, KEY, null));
        }
        assertThat(outcomes.ok()).isEqualTo(1);
        assertThatThrownBy(outcomes::check).cause().hasMessageContaining("no bytes");
    }

    @Test
    void theFirstFailureIsKept() {
        Exception first = new Exception("first");
        outcomes.fail(first);
        outcomes.fail(new Exception("second"));
        assertThatThrownBy(outcomes::check)
                .isInstanceOf(IllegalStateException.class)
                .hasCause(first);
    }

    @ParameterizedTest
    @EnumSource
    void anyOtherStatusFailsTheRunAndIsNotExecuted(Way way) throws Exception {
        KeyValueServer server = KeyValueServer.start(Store.CONCURRENT, work, gauge);
        KeyValueClient client = new KeyValueClient(server.channel(), workload, outcomes);
        server.close();
        way.call(client, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(executed(Kind.CREATE)).isZero();
        assertThat(workload.known()).isZero();
        assertThatThrownBy(outcomes::check)
                .cause()
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
    }
}
