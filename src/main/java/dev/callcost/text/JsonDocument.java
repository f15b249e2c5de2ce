package dev.callcost.text;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** An object as JSON that programs and people can read. */
public final class JsonDocument {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private JsonDocument() {}

    /** Indented lines, each ending in a line feed; null members are left out. */
    public static String of(Object object) {
        return GSON.toJson(object) + "\n";
    }
}
