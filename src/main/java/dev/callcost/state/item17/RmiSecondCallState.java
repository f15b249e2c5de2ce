package dev.callcost.state.item17;

/** The same connection, with one call between the pause and the measured call. */
public class RmiSecondCallState extends RmiIdleState {
    @Override
    protected void afterIdle() {
        pingsOfOneCall();
    }
}
