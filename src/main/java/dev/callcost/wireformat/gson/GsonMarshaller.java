package dev.callcost.wireformat.gson;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonSyntaxException;
import com.google.gson.Strictness;
import dev.callcost.wireformat.gson.GsonFormat.Message;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The marshaller of {@link GsonFormat}: one Gson for all messages and threads, a string and its bytes for each. */
final class GsonMarshaller implements MethodDescriptor.Marshaller<Message> {
    private final Gson gson = new GsonBuilder()
            .setStrictness(Strictness.STRICT)
            .registerTypeAdapterFactory(new StrictTypes())
            .create();

    @Override
    public InputStream stream(Message message) {
        return new ArrayStream(gson.toJson(message).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Decodes a message. The stream is not closed.
     *
     * @throws io.grpc.StatusRuntimeException with code INTERNAL if the stream cannot be read or its bytes are not
     *     exactly one message
     */
    @Override
    public Message parse(InputStream stream) {
        try {
            InputStreamReader text = new InputStreamReader(stream, StandardCharsets.UTF_8.newDecoder());
            Message message = gson.fromJson(text, Message.class);
            if (message == null) {
                throw new JsonSyntaxException("no bytes");
            }
            return message;
        } catch (RuntimeException e) {
            throw Status.INTERNAL
                    .withDescription("GSON: not a message: " + e.getMessage())
                    .withCause(e)
                    .asRuntimeException();
        }
    }

    private static final class ArrayStream extends ByteArrayInputStream implements KnownLength, Drainable {
        ArrayStream(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            return (int) transferTo(target);
        }
    }
}
