package dev.callcost.state.rate;

/** Sends calls of one kind. */
@FunctionalInterface
public interface Calls {
    /** Sends a call without waiting for its end, which any thread may report, also before this method returns. */
    void send(Callback end);

    /** Takes the end of a call, by one of its methods. */
    interface Callback {
        void answered();

        /** @param status such as {@code UNAVAILABLE} */
        void failed(String status);
    }
}
