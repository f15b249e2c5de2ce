package dev.callcost.state.delay;

import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import dev.callcost.transport.GrpcConnection;
import java.util.function.UnaryOperator;

/**
 * A handler that works for a time before it answers.
 *
 * @param delay how time passes
 * @param nanos nanoseconds of work
 * @param gauge counts the handlers at work
 * @param meter sums what the work really took
 */
record WorkingHandler(Delay delay, long nanos, InFlightGauge gauge, DelayMeter meter) implements GrpcConnection.Around {
    @Override
    public <M> UnaryOperator<M> handler(UnaryOperator<M> answer) {
        return request -> {
            gauge.enter();
            try {
                meter.add(delay.pass(nanos));
                return answer.apply(request);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted at work", e);
            } finally {
                gauge.leave();
            }
        };
    }
}
