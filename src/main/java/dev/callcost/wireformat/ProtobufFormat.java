package dev.callcost.wireformat;

import dev.callcost.wireformat.proto.CallMessage;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;

/**
 * Protocol Buffers through the generated class and gRPC's own marshaller.
 *
 * <p>Text is UTF-8: an unpaired surrogate is written as '?'. Missing fields are defaults, so empty input is the default
 * message and input cut at the end of a field decodes. Longs are varints: one to ten bytes each, nine or ten if they are
 * random. The message memoizes its encoded size once it was computed. Over the in-process transport messages are handed
 * over without being encoded.
 */
public final class ProtobufFormat implements MessageFormat<CallMessage> {
    private final MethodDescriptor.Marshaller<CallMessage> marshaller =
            ProtoUtils.marshaller(CallMessage.getDefaultInstance());

    @Override
    public CallMessage message(int k, int i, String text, long[] longs) {
        CallMessage.Builder message = CallMessage.newBuilder().setK(k).setI(i).setText(text);
        for (long number : longs) {
            message.addLongs(number);
        }
        return message.build();
    }

    @Override
    public int k(CallMessage message) {
        return message.getK();
    }

    @Override
    public int i(CallMessage message) {
        return message.getI();
    }

    @Override
    public String text(CallMessage message) {
        return message.getText();
    }

    @Override
    public long[] longs(CallMessage message) {
        int count = message.getLongsCount();
        if (count == 0) {
            return NO_LONGS;
        }
        long[] longs = new long[count];
        for (int n = 0; n < count; n++) {
            longs[n] = message.getLongs(n);
        }
        return longs;
    }

    @Override
    public MethodDescriptor.Marshaller<CallMessage> marshaller() {
        return marshaller;
    }
}
