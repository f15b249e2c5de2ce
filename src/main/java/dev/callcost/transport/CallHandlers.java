package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.CallService;
import dev.callcost.wireformat.CallFormat;
import io.grpc.ServerServiceDefinition;
import java.util.function.UnaryOperator;

/**
 * The handlers of the call service.
 *
 * @param format the wire format's messages
 * @param pinning names the CPUs in the reply of {@code probe}
 * @param <M> the wire format's message
 */
record CallHandlers<M>(CallFormat<M> format, Pinning pinning) {

    ServerServiceDefinition service() {
        return service(this::answer);
    }

    /** The service with another handler of {@code call}. */
    ServerServiceDefinition service(UnaryOperator<M> onCall) {
        return CallService.bind(format.marshaller(), onCall, this::probe);
    }

    /** The reply of {@code call}: the function's value, the request's second argument, text and longs. */
    M answer(M request) {
        int i = format.i(request);
        return format.message(CallFunction.apply(format.k(request), i), i, format.text(request), format.longs(request));
    }

    /** The reply of {@code probe}: the handler's thread. */
    private M probe(M request) {
        return format.message(0, 0, pinning.currentThread());
    }
}
