package dev.callcost.wireformat;

import com.google.protobuf.AbstractMessage;
import dev.callcost.wireformat.proto.CallMessage;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Protocol Buffers through the generated classes and gRPC's own marshaller.
 *
 * <p>Text is UTF-8; an unpaired surrogate is written as '?'. Missing fields have default values, so input that is cut
 * at the end of a field decodes. Longs are varints of one to ten bytes each. The in-process transport hands messages
 * over without encoding them.
 *
 * <p>Encoding first computes the message's size, and measures the text's UTF-8 and each long for it. The message keeps
 * its size and that of its longs, so a second encoding is faster. A call pays for the first encoding.
 */
public record ProtobufFormat(MethodDescriptor.Marshaller<CallMessage> marshaller) implements CallFormat<CallMessage> {
    /** The value before the size is computed. */
    private static final int NO_SIZE = -1;

    private static final VarHandle SIZE = sizeField(AbstractMessage.class, "memoizedSize");
    private static final VarHandle LONGS_SIZE = sizeField(CallMessage.class, "longsMemoizedSerializedSize");

    ProtobufFormat() {
        this(ProtoUtils.marshaller(CallMessage.getDefaultInstance()));
    }

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
    public long xorOfLongs(CallMessage message) {
        long xor = 0;
        for (int n = 0; n < message.getLongsCount(); n++) {
            xor ^= message.getLongs(n);
        }
        return xor;
    }

    @Override
    public void forgetEncoding(CallMessage message) {
        SIZE.set(message, NO_SIZE);
        LONGS_SIZE.set(message, NO_SIZE);
    }

    private static VarHandle sizeField(Class<?> owner, String name) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, int.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this version of protobuf has no " + name + ", as 4.36.2 has; adapt forgetEncoding", e);
        }
    }
}
