package dev.callcost.wireformat;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import io.grpc.MethodDescriptor;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * JSON text in UTF-8 by Gson's reflection over a record, with Gson's defaults. Each message makes a new string and byte
 * array.
 *
 * <p>Schema evolution: fields have names and may come in any order, a missing field is 0, the empty text or no longs,
 * an unknown field is skipped, and the last of two fields with one name counts. An unpaired surrogate is written as
 * '?'.
 */
public record GsonFormat(MethodDescriptor.Marshaller<GsonMessage> marshaller)
        implements CallFormat<GsonFormat.GsonMessage> {
    GsonFormat() {
        this(new GsonMarshaller(new Gson()));
    }

    /** Null is an absent field. */
    public record GsonMessage(int k, int i, String text, long[] longs) {}

    @Override
    public GsonMessage message(int k, int i, String text, long[] longs) {
        return new GsonMessage(k, i, Objects.requireNonNull(text), longs.length == 0 ? null : longs);
    }

    @Override
    public int k(GsonMessage message) {
        return message.k();
    }

    @Override
    public int i(GsonMessage message) {
        return message.i();
    }

    @Override
    public String text(GsonMessage message) {
        return message.text() == null ? "" : message.text();
    }

    @Override
    public long[] longs(GsonMessage message) {
        return message.longs() == null ? NO_LONGS : message.longs();
    }

    private record GsonMarshaller(Gson gson) implements MethodDescriptor.Marshaller<GsonMessage> {
        @Override
        public InputStream stream(GsonMessage message) {
            byte[] text = gson.toJson(message).getBytes(StandardCharsets.UTF_8);
            return new EncodedStream(text, text.length);
        }

        @Override
        public GsonMessage parse(InputStream stream) {
            try {
                InputStreamReader text = new InputStreamReader(stream, StandardCharsets.UTF_8.newDecoder());
                GsonMessage message = gson.fromJson(text, GsonMessage.class);
                if (message == null) {
                    throw new JsonSyntaxException("no bytes");
                }
                return message;
            } catch (RuntimeException e) {
                throw CallFormat.refused("GSON", e);
            }
        }
    }
}
