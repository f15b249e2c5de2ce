package dev.callcost.wireformat.gson;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Map;

/**
 * Gson's own adapters behind a look at the type of the value: by themselves, however strict the syntax, they read numbers
 * from strings and strings from numbers, and take null for everything.
 */
final class StrictTypes implements TypeAdapterFactory {
    private static final Map<Class<?>, JsonToken> STARTS = Map.of(
            GsonFormat.Message.class, JsonToken.BEGIN_OBJECT,
            int.class, JsonToken.NUMBER,
            long.class, JsonToken.NUMBER,
            String.class, JsonToken.STRING,
            long[].class, JsonToken.BEGIN_ARRAY);

    /** The adapter of a type that occurs in a message; null, which leaves it to Gson, for others. */
    @Override
    public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
        JsonToken start = STARTS.get(type.getRawType());
        return start == null ? null : new OneType<>(gson.getDelegateAdapter(this, type), start);
    }

    private static final class OneType<T> extends TypeAdapter<T> {
        private final TypeAdapter<T> adapter;
        private final JsonToken start;

        OneType(TypeAdapter<T> adapter, JsonToken start) {
            this.adapter = adapter;
            this.start = start;
        }

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
    }
}
