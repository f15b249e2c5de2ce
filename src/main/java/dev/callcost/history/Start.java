package dev.callcost.history;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The start of a run as tools write it: in ISO 8601, as git writes dates, or in seconds since 1970. A time without a
 * zone is taken for UTC.
 */
final class Start {
    private static final List<DateTimeFormatter> FORMATS = List.of(
            DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd[ ]['T']HH:mm[:ss[.SSSSSSSSS][.SSSSSS][.SSS]][ ][XXX][XX][X]", Locale.ROOT),
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy[ XX]", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss zzz yyyy", Locale.ENGLISH),
            DateTimeFormatter.RFC_1123_DATE_TIME);

    private static final Pattern SECONDS = Pattern.compile("\\d{9,11}");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private Start() {}

    /** Empty for a text that is no time. */
    static Optional<Instant> of(String text) {
        String start = BLANKS.matcher(text.strip()).replaceAll(" ");
        if (SECONDS.matcher(start).matches()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(start)));
        }
        try {
            return Optional.of(Instant.parse(start));
        } catch (DateTimeException e) {
            return FORMATS.stream()
                    .flatMap(format -> read(start, format).stream())
                    .findFirst();
        }
    }

    private static Optional<Instant> read(String start, DateTimeFormatter format) {
        try {
            return Optional.of(format.parse(
                    start,
                    time -> time.isSupported(ChronoField.INSTANT_SECONDS)
                            ? Instant.from(time)
                            : LocalDateTime.from(time).toInstant(ZoneOffset.UTC)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
