package dev.callcost.text;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** JSON of one object for programs, which people can read too. */
public final class JsonDocument {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private JsonDocument() {}

    /** An object in indented lines, the last one too ending in a line feed; what is null in it is left out. */
    public static String of(Object object) {
        return GSON.toJson(object) + "\n";
    }
}
