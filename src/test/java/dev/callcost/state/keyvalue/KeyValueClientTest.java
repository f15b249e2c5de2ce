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
import dev.callcost.state.keyvalue.Workload.Kind;
import dev.callcost.state.keyvalue.Workload.Operation;
import dev.callcost.state.keyvalue.Workload.Outcome;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
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
    private KeyValueServer server;
    private KeyValueClient client;

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

    private void start(Store store) throws IOException {
        server = KeyValueServer.start(store, work, gauge);
        client = new KeyValueClient(server.channel(), workload);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    /** Calls of a method, refused ones included. */
    private long executed(Kind kind) {
        return Stream.of(Outcome.values())
                .mapToLong(outcome -> client.count(kind, outcome))
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void refusalsAreCountedAsSuchAndNeverAsOk(Way way) throws Exception {
        start(Store.CONCURRENT);
        way.call(client, new Operation(Kind.RETRIEVE, KEY, null));
        way.call(client, new Operation(Kind.UPDATE, KEY, VALUE));
        assertThat(client.count(Outcome.OK)).isZero();
        assertThat(client.count(Kind.RETRIEVE, Outcome.NOT_FOUND)).isEqualTo(1);
        assertThat(client.count(Kind.UPDATE, Outcome.NOT_FOUND)).isEqualTo(1);
        assertThat(client.count(Outcome.NOT_FOUND)).isEqualTo(2);

        way.call(client, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(workload.known()).isEqualTo(1);
        way.call(client, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(client.count(Kind.CREATE, Outcome.OK)).isEqualTo(1);
        assertThat(client.count(Kind.CREATE, Outcome.ALREADY_EXISTS)).isEqualTo(1);

        way.call(client, new Operation(Kind.UPDATE, KEY, VALUE));
        way.call(client, new Operation(Kind.RETRIEVE, KEY, null));
        way.call(client, new Operation(Kind.DELETE, KEY, null));
        assertThat(client.count(Outcome.OK)).isEqualTo(4);
        assertThatCode(client::check).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void oneCallAtATimeIsNeverRefused(Way way) throws Exception {
        start(Store.SYNCHRONIZED);
        for (int n = 0; n < CALLS; n++) {
            way.call(client, workload.next());
        }
        client.check();
        assertThat(client.count(Outcome.OK)).isEqualTo(CALLS);
        assertThat(gauge.snapshot().entered()).isEqualTo(CALLS);
        assertThat(gauge.snapshot().maximum()).isEqualTo(1);
        assertThat(executed(Kind.CREATE) - executed(Kind.DELETE)).isEqualTo(workload.known());
    }

    @ParameterizedTest
    @EnumSource
    void callsInFlightAreAllCountedAndNeverMoreThanPermitted(Store store) throws Exception {
        Semaphore permits = new Semaphore(IN_FLIGHT);
        start(store);
        for (int n = 0; n < CALLS; n++) {
            assertThat(permits.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            client.start(workload.next(), permits::release);
        }
        assertThat(permits.tryAcquire(IN_FLIGHT, 30, TimeUnit.SECONDS)).isTrue();
        client.check();
        long executed = Stream.of(Kind.values()).mapToLong(this::executed).sum();
        assertThat(executed).isEqualTo(CALLS);
        assertThat(gauge.snapshot().entered()).isEqualTo(CALLS);
        assertThat(meter.total().count()).isEqualTo(CALLS);
        assertThat(gauge.snapshot().inFlight()).isZero();
        assertThat(gauge.snapshot().maximum()).isBetween(1, IN_FLIGHT);
        assertThat(client.count(Kind.DELETE, Outcome.OK)).isEqualTo(executed(Kind.DELETE));
    }

    @ParameterizedTest
    @EnumSource
    void aValueOfNoBytesFailsTheRun(Way way) throws Exception {
        start(Store.CONCURRENT);
        way.call(client, new Operation(Kind.CREATE, KEY, ByteString.EMPTY));
        way.call(client, new Operation(Kind.RETRIEVE, KEY, null));
        assertThat(client.count(Outcome.OK)).isEqualTo(1);
        assertThatThrownBy(client::check).cause().hasMessageContaining("no bytes");
    }

    @Test
    void theFirstFailureIsKept() throws IOException {
        start(Store.CONCURRENT);
        Exception first = new Exception("first");
        client.fail(first);
        client.fail(new Exception("second"));
        assertThatThrownBy(client::check)
                .isInstanceOf(IllegalStateException.class)
                .hasCause(first);
    }

    @ParameterizedTest
    @EnumSource
    void anyOtherStatusFailsTheRunAndIsNotExecuted(Way way) throws Exception {
        start(Store.CONCURRENT);
        server.close();
        way.call(client, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(executed(Kind.CREATE)).isZero();
        assertThat(workload.known()).isZero();
        assertThatThrownBy(client::check)
                .cause()
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
    }
}
