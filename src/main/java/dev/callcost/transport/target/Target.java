package dev.callcost.transport.target;

import java.util.Map;
import java.util.function.Consumer;

/** A unary method of a service that is not this suite's, connected. */
public final class Target implements AutoCloseable {
    private Target() {}

    /**
     * Connects, finds the method, encodes the request and makes a first call.
     *
     * @throws TargetException with one line, when a part of that fails
     */
    public static Target open(TargetOptions options) {
        throw new UnsupportedOperationException("to be written: " + options);
    }

    /** The reply to the first call: JSON on one line. */
    public String reply() {
        throw new UnsupportedOperationException("to be written");
    }

    /** Such as {@code helloworld.Greeter/SayHello at 127.0.0.1:50051, plaintext}. */
    public String describe() {
        throw new UnsupportedOperationException("to be written");
    }

    /** What runs, for the record; without metadata. */
    public Map<String, String> facts() {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Makes a call and waits for its reply.
     *
     * @return the bytes of the reply
     * @throws TargetException when it is not OK
     */
    public int call() {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Sends a call without waiting for its end.
     *
     * @param failed takes the name of a gRPC status, such as {@code UNAVAILABLE}
     */
    public void send(Runnable answered, Consumer<String> failed) {
        throw new UnsupportedOperationException("to be written: " + answered + failed);
    }

    @Override
    public void close() {}
}
