package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import dev.callcost.Served;
import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.proto.CreateRequest;
import dev.callcost.service.proto.DeleteRequest;
import dev.callcost.service.proto.KeyValueServiceGrpc;
import dev.callcost.service.proto.KeyValueServiceGrpc.KeyValueServiceBlockingStub;
import dev.callcost.service.proto.RetrieveRequest;
import dev.callcost.service.proto.UpdateRequest;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The service as a client sees it, and what gauge and meter make of it. */
class KeyValueHandlersTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString OLD = ByteString.copyFromUtf8("old");
    private static final ByteString NEW = ByteString.copyFromUtf8("new");

    private final InFlightGauge gauge = new InFlightGauge();
    private KeyValueServiceBlockingStub stub;

    @ParameterizedTest
    @EnumSource
    void answersAndRefuses(Store store) throws Exception {
        try (Served server = served(store, StoreWork.NONE)) {
            assertThat(refusal(this::retrieve)).isEqualTo(Code.NOT_FOUND);
            assertThat(refusal(() -> update(NEW))).isEqualTo(Code.NOT_FOUND);
            delete();
            create(OLD);
            assertThat(refusal(() -> create(NEW))).isEqualTo(Code.ALREADY_EXISTS);
            assertThat(retrieve()).isEqualTo(OLD);
            update(NEW);
            assertThat(retrieve()).isEqualTo(NEW);
            delete();
            assertThat(refusal(this::retrieve)).isEqualTo(Code.NOT_FOUND);
        }
        assertThat(gauge.snapshot().entered()).isEqualTo(10);
        assertThat(gauge.snapshot().inFlight()).isZero();
        assertThat(gauge.snapshot().maximum()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void delaysAreMeteredAsTheyWereTaken(Delay delay) throws Exception {
        DelayMeter meter = new DelayMeter();
        long read = 1_000_000;
        long write = 3_000_000;
        try (Served server = served(Store.CONCURRENT, new StoreWork.Simulated(delay, read, write, meter))) {
            create(OLD);
            assertThat(meter.total().nanos()).isGreaterThanOrEqualTo(delay == Delay.NONE ? 0 : write);
            retrieve();
            update(NEW);
            delete();
        }
        assertThat(meter.total().count()).isEqualTo(4);
        if (delay == Delay.NONE) {
            assertThat(meter.total().nanos()).isZero();
        } else {
            assertThat(meter.total().nanos()).isGreaterThanOrEqualTo(read + 3 * write);
            assertThat(gauge.snapshot().handlerNanos())
                    .isGreaterThanOrEqualTo(meter.total().nanos());
        }
    }

    @Test
    void aHandlerThatFailsLeavesTheGaugeAndIsNoRefusal() throws Exception {
        StoreWork failing = new StoreWork.Simulated(null, 1, 1, null); // there is no delay to call
        Logger log = Logger.getLogger("io.grpc.internal.SerializingExecutor");
        log.setLevel(Level.OFF);
        try (Served server = served(Store.SYNCHRONIZED, failing)) {
            assertThat(refusal(this::retrieve)).isEqualTo(Code.UNKNOWN);
            assertThat(refusal(this::delete)).isEqualTo(Code.UNKNOWN);
        } finally {
            log.setLevel(null);
        }
        assertThat(gauge.snapshot().entered()).isEqualTo(2);
        assertThat(gauge.snapshot().inFlight()).isZero();
    }

    @Test
    void interruptedWorkIsAFailureAndStaysInterrupted() {
        StoreWork.Simulated work = new StoreWork.Simulated(Delay.SLEEP, 1_000_000_000, 1_000_000_000, new DelayMeter());
        Thread.currentThread().interrupt();
        assertThat(catchThrowableOfType(IllegalStateException.class, work::read))
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(work.meter().total().count()).isZero();
    }

    private Served served(Store store, StoreWork work) throws IOException {
        Served served = Served.of(new KeyValueHandlers(store, work, gauge));
        stub = KeyValueServiceGrpc.newBlockingStub(served.channel());
        return served;
    }

    private static Code refusal(ThrowingCallable call) {
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
        assertThat(refused).isNotNull();
        return Status.fromThrowable(refused).getCode();
    }

    private void create(ByteString value) {
        stub.create(CreateRequest.newBuilder().setKey(KEY).setValue(value).build());
    }

    private ByteString retrieve() {
        return stub.retrieve(RetrieveRequest.newBuilder().setKey(KEY).build()).getValue();
    }

    private void update(ByteString value) {
        stub.update(UpdateRequest.newBuilder().setKey(KEY).setValue(value).build());
    }

    private void delete() {
        stub.delete(DeleteRequest.newBuilder().setKey(KEY).build());
    }
}
