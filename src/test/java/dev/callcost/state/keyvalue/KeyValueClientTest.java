package dev.callcost.state.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.callcost.Served;
import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.keyvalue.KeyValueHandlers;
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
import org.junit.jupiter.params.provider.ValueSource;

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
    private Served server;
    private KeyValueClient client;

    /** Makes a call and waits for its end. */
    private void call(boolean blocking, Operation operation) throws InterruptedException {
        if (blocking) {
            client.call(operation);
            return;
        }
        CountDownLatch ended = new CountDownLatch(1);
        client.start(operation, ended::countDown);
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void start(Store store) throws IOException {
        server = Served.of(new KeyValueHandlers(store, work, gauge));
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
    @ValueSource(booleans = {true, false})
    void refusalsAreCountedAsSuchAndNeverAsOk(boolean blocking) throws Exception {
        start(Store.CONCURRENT);
        call(blocking, new Operation(Kind.RETRIEVE, KEY, null));
        call(blocking, new Operation(Kind.UPDATE, KEY, VALUE));
        assertThat(client.count(Outcome.OK)).isZero();
        assertThat(client.count(Kind.RETRIEVE, Outcome.NOT_FOUND)).isEqualTo(1);
        assertThat(client.count(Kind.UPDATE, Outcome.NOT_FOUND)).isEqualTo(1);
        assertThat(client.count(Outcome.NOT_FOUND)).isEqualTo(2);

        call(blocking, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(workload.known()).isEqualTo(1);
        call(blocking, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(client.count(Kind.CREATE, Outcome.OK)).isEqualTo(1);
        assertThat(client.count(Kind.CREATE, Outcome.ALREADY_EXISTS)).isEqualTo(1);

        call(blocking, new Operation(Kind.UPDATE, KEY, VALUE));
        call(blocking, new Operation(Kind.RETRIEVE, KEY, null));
        call(blocking, new Operation(Kind.DELETE, KEY, null));
        assertThat(client.count(Outcome.OK)).isEqualTo(4);
        assertThatCode(client::check).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneCallAtATimeIsNeverRefused(boolean blocking) throws Exception {
        start(Store.SYNCHRONIZED);
        for (int n = 0; n < CALLS; n++) {
            call(blocking, workload.next());
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
    @ValueSource(booleans = {true, false})
    void aValueOfNoBytesFailsTheRun(boolean blocking) throws Exception {
        start(Store.CONCURRENT);
        call(blocking, new Operation(Kind.CREATE, KEY, ByteString.EMPTY));
        call(blocking, new Operation(Kind.RETRIEVE, KEY, null));
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
    @ValueSource(booleans = {true, false})
    void anyOtherStatusFailsTheRunAndIsNotExecuted(boolean blocking) throws Exception {
        start(Store.CONCURRENT);
        server.close();
        call(blocking, new Operation(Kind.CREATE, KEY, VALUE));
        assertThat(executed(Kind.CREATE)).isZero();
        assertThat(workload.known()).isZero();
        assertThatThrownBy(client::check)
                .cause()
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
    }
}
