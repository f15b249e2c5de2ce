package dev.callcost.state.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.callcost.Served;
import dev.callcost.service.Delay;
import dev.callcost.service.keyvalue.KeyValueHandlers;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import dev.callcost.state.keyvalue.Workload.Operation;
import dev.callcost.state.keyvalue.Workload.OperationKind;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The client against the real service, in process. */
class KeyValueClientTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString VALUE = ByteString.copyFromUtf8("value");
    private static final int IN_FLIGHT = 16;
    private static final int CALLS = 3_000;

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
        server = Served.of(new KeyValueHandlers(store.open(new StoreWork(Delay.NONE, 0, 0, nanos -> {}))));
        client = new KeyValueClient(server.channel(), workload);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    private void assertCounts(long ok, long alreadyExists, long notFound) {
        client.check();
        assertThat(client.count(Code.OK)).isEqualTo(ok);
        assertThat(client.count(Code.ALREADY_EXISTS)).isEqualTo(alreadyExists);
        assertThat(client.count(Code.NOT_FOUND)).isEqualTo(notFound);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusalsAreCountedAsSuchAndNeverAsOk(boolean blocking) throws Exception {
        start(Store.CONCURRENT);
        call(blocking, new Operation(OperationKind.RETRIEVE, KEY, null));
        call(blocking, new Operation(OperationKind.UPDATE, KEY, VALUE));
        assertCounts(0, 0, 2);
        call(blocking, new Operation(OperationKind.CREATE, KEY, VALUE));
        assertThat(workload.known()).isEqualTo(1);
        call(blocking, new Operation(OperationKind.CREATE, KEY, VALUE));
        assertCounts(1, 1, 2);
        call(blocking, new Operation(OperationKind.UPDATE, KEY, VALUE));
        call(blocking, new Operation(OperationKind.RETRIEVE, KEY, null));
        call(blocking, new Operation(OperationKind.DELETE, KEY, null));
        assertCounts(4, 1, 2);
        assertThat(workload.known()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void callsInFlightAreAllCounted(Store store) throws Exception {
        Semaphore permits = new Semaphore(IN_FLIGHT);
        start(store);
        for (int n = 0; n < CALLS; n++) {
            assertThat(permits.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            client.start(workload.next(), permits::release);
        }
        assertThat(permits.tryAcquire(IN_FLIGHT, 30, TimeUnit.SECONDS)).isTrue();
        client.check();
        assertThat(client.count(Code.OK) + client.count(Code.ALREADY_EXISTS) + client.count(Code.NOT_FOUND))
                .isEqualTo(CALLS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyOtherStatusFailsTheRun(boolean blocking) throws Exception {
        start(Store.CONCURRENT);
        server.close();
        call(blocking, new Operation(OperationKind.CREATE, KEY, VALUE));
        assertThat(workload.known()).isZero();
        assertThatThrownBy(client::check)
                .cause()
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure -> assertThat(failure.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE));
    }
}
