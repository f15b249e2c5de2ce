package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;

/** Calls in a wire format that encodes any object: records of only their fields. */
public abstract class PlainCalls implements CallFormat<PlainCalls.Message> {
    private final MethodDescriptor.Marshaller<Message> marshaller;

    PlainCalls(MethodDescriptor.Marshaller<Message> marshaller) {
        this.marshaller = marshaller;
    }

    public record Message(int k, int i, String text, long[] longs) {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    @Override
    public final Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public final int k(Message message) {
        return message.k();
    }

    @Override
    public final int i(Message message) {
        return message.i();
    }

    @Override
    public final String text(Message message) {
        return message.text();
    }

    @Override
    public final long[] longs(Message message) {
        return message.longs();
    }

    @Override
    public final MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }
}
