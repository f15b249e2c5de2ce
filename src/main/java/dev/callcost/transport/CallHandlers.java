package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.service.CallService;
import dev.callcost.wireformat.CallFormat;
import io.grpc.ServerServiceDefinition;
import java.util.function.UnaryOperator;

/**
 * The handlers of the call service for the messages of a wire format.
 *
 * @param <M> the format's message
 */
public final class CallHandlers<M> {
    private final CallFormat<M> format;
    private final Pinning pinning;

    /** Handlers for the messages of a format; {@code probe} tells of the pinning's CPUs. */
    public CallHandlers(CallFormat<M> format, Pinning pinning) {
        this.format = format;
        this.pinning = pinning;
    }

    /** The service with the handlers as they are. */
    public ServerServiceDefinition service() {
        return service(this::answer);
    }

    /** The service with another handler of {@code call}. */
    public ServerServiceDefinition service(UnaryOperator<M> onCall) {
        return CallService.bind(format.marshaller(), onCall, this::probe);
    }

    /** The reply of {@code call}: the function's value, the request's second argument, text and longs. */
    public M answer(M request) {
        int i = format.i(request);
        return format.message(CallFunction.apply(format.k(request), i), i, format.text(request), format.longs(request));
    }

    /** The reply of {@code probe}: the name of the handler's thread and its CPUs. */
    M probe(M request) {
        return format.message(0, 0, currentThread(pinning));
    }

    /** The name of the calling thread, a comma, and its CPUs. */
    static String currentThread(Pinning pinning) {
        return Thread.currentThread().getName() + "," + pinning.currentCpus();
    }
}
