package dev.callcost.wireformat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonSyntaxException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/**
 * JSON text in UTF-8 by Gson's reflection over records.
 *
 * <p>Schema evolution: fields have names and may come in any order, a missing field is 0, the empty text or no longs, an unknown field is skipped,
 * and the last of two fields with one name counts. An unpaired surrogate is written as '?', but read from another writer's escape.
 *
 * <p>The format refuses whatever RFC 8259 does not allow, malformed UTF-8, anything but whitespace after the message, null, a value of another type,
 * and a number beyond the doubles. A number with a fraction, with an exponent or beyond a long is read as a double: 1.0 and 1e0 are integers, above
 * 2^53 such a number may become its neighbour, and 2^63 becomes 2^63 - 1. A double is written as the digits of {@link Double#toString(double)}. JSON
 * has no NaN and no infinities, so the marshaller's {@code stream} refuses such a quote.
 */
public record GsonFormat(MethodDescriptor.Marshaller<Message> marshaller) implements CallFormat<GsonFormat.Message> {
    GsonFormat() {
        this(new GsonMarshaller<>(Message.class));
    }

    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new GsonMarshaller<>(PlainQuotes.Quote.class));
    }

    /** Null is an absent field. */
    public record Message(int k, int i, String text, long[] longs) {}

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, Objects.requireNonNull(text), longs.length == 0 ? null : longs);
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
        return message.text() == null ? "" : message.text();
    }

    @Override
    public long[] longs(Message message) {
        return message.longs() == null ? NO_LONGS : message.longs();
    }

    /** Creates a new string and byte array for each message. */
    private record GsonMarshaller<M>(Class<M> type, Gson gson) implements MethodDescriptor.Marshaller<M> {
        GsonMarshaller(Class<M> type) {
            this(
                    type,
                    new GsonBuilder()
                            .setStrictness(Strictness.STRICT)
                            .registerTypeAdapterFactory(new StrictTypes())
                            .create());
        }

        @Override
        public InputStream stream(M message) {
            try {
                return new MessageFormat.ArrayStream(gson.toJson(message).getBytes(StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw MessageFormat.refused("GSON: no JSON for the message", e);
            }
        }

        @Override
        public M parse(InputStream stream) {
            try {
                InputStreamReader text = new InputStreamReader(stream, StandardCharsets.UTF_8.newDecoder());
                M message = gson.fromJson(text, type);
                if (message == null) {
                    throw new JsonSyntaxException("no bytes");
                }
                return message;
            } catch (RuntimeException e) {
                throw MessageFormat.refused("GSON: not a message", e);
            }
        }
    }

    /** Gson's own adapters behind a check of the value's type. By themselves they read numbers from strings, strings from numbers, null as anything. */
    private static final class StrictTypes implements TypeAdapterFactory {
        private static final Map<Class<?>, JsonToken> STARTS = Map.of(
                Message.class, JsonToken.BEGIN_OBJECT,
                PlainQuotes.Quote.class, JsonToken.BEGIN_OBJECT,
                int.class, JsonToken.NUMBER,
                long.class, JsonToken.NUMBER,
                double.class, JsonToken.NUMBER,
                String.class, JsonToken.STRING,
                long[].class, JsonToken.BEGIN_ARRAY);

        @Override
        public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            JsonToken start = STARTS.get(type.getRawType());
            if (start == null) {
                return null; // Gson's own adapter
            }
            TypeAdapter<T> adapter = gson.getDelegateAdapter(this, type);
            return new TypeAdapter<>() {
                @Override
                public void write(JsonWriter out, T value) throws IOException {
                    adapter.write(out, value);
                }

                @Override
                public T read(JsonReader in) throws IOException {
                    JsonToken found = in.peek();
                    if (found != start) {
                        throw new JsonSyntaxException(found + " in place of " + start + " at " + in.getPath());
                    }
                    return adapter.read(in);
                }
            };
        }
    }
}
