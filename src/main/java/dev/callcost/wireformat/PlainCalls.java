package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;

/**
 * Calls in a wire format that encodes any object: records of only their fields.
 *
 * @param marshaller the format's own
 */
public record PlainCalls(MethodDescriptor.Marshaller<Message> marshaller) implements CallFormat<PlainCalls.Message> {
    public record Message(int k, int i, String text, long[] longs) {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public int k(Message message) {
        return message.k();
    }

    @Override
    public int i(Message message) {
        return message.i();
    }

    @Override
    public String text(Message message) {
        return message.text();
    }

    @Override
    public long[] longs(Message message) {
        return message.longs();
    }
}
