package dev.callcost.data;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Strict JSON in strict UTF-8, read and written by Gson. An object that has one name twice is refused; a byte order mark is not. */
final class JsonText {
    private JsonText() {}

    /** Why a text is refused. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super(what);
        }
    }

    /**
     * Reads a text.
     *
     * @throws Refused when it is not JSON
     */
    static JsonElement read(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            JsonReader reader = new JsonReader(new StringReader(text.startsWith("\ufeff") ? text.substring(1) : text));
            reader.setStrictness(Strictness.STRICT);
            JsonElement value = value(reader);
            if (reader.peek() != JsonToken.END_DOCUMENT) {
                throw new Refused("more behind it");
            }
            return value;
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    private static JsonElement value(JsonReader reader) throws IOException {
        switch (reader.peek()) {
            case BEGIN_OBJECT -> {
                JsonObject object = new JsonObject();
                for (reader.beginObject(); reader.hasNext(); ) {
                    String name = reader.nextName();
                    if (object.has(name)) {
                        throw new Refused("a name twice");
                    }
                    object.add(name, value(reader));
                }
                reader.endObject();
                return object;
            }
            case BEGIN_ARRAY -> {
                JsonArray array = new JsonArray();
                for (reader.beginArray(); reader.hasNext(); ) {
                    array.add(value(reader));
                }
                reader.endArray();
                return array;
            }
            case STRING -> {
                return new JsonPrimitive(reader.nextString());
            }
            case NUMBER -> {
                return JsonParser.parseString(reader.nextString());
            }
            case BOOLEAN -> {
                return new JsonPrimitive(reader.nextBoolean());
            }
            default -> {
                reader.nextNull();
                return JsonNull.INSTANCE;
            }
        }
    }

    /** The tree as ASCII text, the members of each object in the opposite order. */
    static byte[] writtenBackwards(JsonElement tree) {
        String ascii = backwards(tree)
                .toString()
                .chars()
                .collect(
                        StringBuilder::new,
                        (text, c) -> text.append(c > '~' ? String.format("\\u%04x", c) : String.valueOf((char) c)),
                        StringBuilder::append)
                .toString();
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    private static JsonElement backwards(JsonElement tree) {
        if (tree.isJsonArray()) {
            JsonArray array = new JsonArray();
            tree.getAsJsonArray().forEach(element -> array.add(backwards(element)));
            return array;
        }
        if (!tree.isJsonObject()) {
            return tree;
        }
        List<Map.Entry<String, JsonElement>> members =
                new ArrayList<>(tree.getAsJsonObject().entrySet());
        Collections.reverse(members);
        JsonObject object = new JsonObject();
        members.forEach(member -> object.add(member.getKey(), backwards(member.getValue())));
        return object;
    }
}
