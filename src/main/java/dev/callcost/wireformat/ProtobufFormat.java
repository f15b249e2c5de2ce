package dev.callcost.wireformat;

import dev.callcost.wireformat.proto.CallMessage;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;

/**
 * Protocol Buffers through the generated class and gRPC's own marshaller.
 *
 * <p>Text is UTF-8: an unpaired surrogate is written as '?'. Missing fields are defaults, so empty input is the default
 * message and input cut at the end of a field decodes. The message memoizes its encoded size once it was computed. Over
 * the in-process transport messages are handed over without being encoded.
 */
public final class ProtobufFormat implements MessageFormat<CallMessage> {
    private final MethodDescriptor.Marshaller<CallMessage> marshaller =
            ProtoUtils.marshaller(CallMessage.getDefaultInstance());

    @Override
    public CallMessage message(int k, int i, String text) {
        return CallMessage.newBuilder().setK(k).setI(i).setText(text).build();
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
    public MethodDescriptor.Marshaller<CallMessage> marshaller() {
        return marshaller;
    }
}
