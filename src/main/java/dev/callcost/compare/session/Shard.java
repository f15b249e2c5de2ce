package dev.callcost.compare.session;

import dev.callcost.data.RowKey;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A part of all rows that one machine measures: those whose names have a hash that belongs to it.
 *
 * @param index from 1
 */
public record Shard(int index, int count) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

    public Shard {
        if (index < 1 || index > count) {
            throw new IllegalArgumentException("a shard is one of its count, such as 2/8, was " + index + "/" + count);
        }
    }

    /** @throws IllegalArgumentException when the text is no shard, such as {@code 2/8} */
    public static Shard parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a shard is a number and how many there are, such as 2/8, was " + text);
        }
        return new Shard(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    public boolean has(RowKey row) {
        CRC32 hash = new CRC32();
        hash.update(row.label().getBytes(StandardCharsets.UTF_8));
        return hash.getValue() % count == index - 1;
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
