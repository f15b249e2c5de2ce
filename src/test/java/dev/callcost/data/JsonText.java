package dev.callcost.data;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * JSON as RFC 8259 has it, read and written without the library that the suite reads it with. Where the RFC leaves a
 * choice: bytes that are not UTF-8 and an object that names a member twice are refused, a byte order mark is not.
 */
final class JsonText {
    private static final char END = '\0';

    /** What the stack bears; JMH's files are six deep. */
    private static final int DEEPEST = 1000;

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Map<Character, Character> ESCAPES =
            Map.of('"', '"', '\\', '\\', '/', '/', 'b', '\b', 'f', '\f', 'n', '\n', 'r', '\r', 't', '\t');

    private final String text;
    private int at;
    private int depth;
    private int deepest;
    private int longestNumber;

    /** A number as it is written, or one of the words true, false and null. */
    record Token(String text) {
        boolean isNumber() {
            return NUMBER.matcher(text).matches();
        }
    }

    /**
     * What a text holds.
     *
     * @param value a tree of maps, lists, strings and {@link Token}s
     * @param depth how deep arrays and objects are nested
     * @param longestNumber characters of the longest number
     */
    record Read(Object value, int depth, int longestNumber) {}

    /** Why a text is refused. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super(what);
        }
    }

    private JsonText(String text) {
        this.text = text;
    }

    /**
     * Reads a text.
     *
     * @throws Refused when it is not JSON
     */
    static Read read(byte[] bytes) {
        JsonText json = new JsonText(decoded(bytes));
        Object value = json.value();
        if (json.peek() != END || json.at < json.text.length()) {
            throw new Refused("more behind it");
        }
        return new Read(value, json.deepest, json.longestNumber);
    }

    private static String decoded(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new Refused("not UTF-8");
        }
    }

    /** The tree as ASCII text, members in the opposite order, nothing between tokens. */
    static byte[] writtenBackwards(Object value) {
        return written(value).getBytes(StandardCharsets.US_ASCII);
    }

    private static String written(Object value) {
        if (value instanceof Map<?, ?> object) {
            return object.entrySet().stream()
                    .map(member -> quoted((String) member.getKey()) + ":" + written(member.getValue()))
                    .reduce((before, member) -> member + "," + before)
                    .map(members -> "{" + members + "}")
                    .orElse("{}");
        }
        if (value instanceof List<?> array) {
            return array.stream().map(JsonText::written).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof Token token ? token.text() : quoted((String) value);
    }

    private static String quoted(String string) {
        return string.chars()
                .mapToObj(c -> c < ' ' || c > '~' || c == '"' || c == '\\'
                        ? String.format("\\u%04x", c)
                        : String.valueOf((char) c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> token();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        enter();
        while (peek() != '}') {
            separate(members.isEmpty());
            if (peek() != '"') {
                throw new Refused("a member without a name");
            }
            String name = string();
            expect(':');
            if (members.put(name, value()) != null) {
                throw new Refused("a name twice");
            }
        }
        leave();
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        enter();
        while (peek() != ']') {
            separate(elements.isEmpty());
            elements.add(value());
        }
        leave();
        return elements;
    }

    private void enter() {
        at++;
        deepest = Math.max(deepest, ++depth);
        if (depth > DEEPEST) {
            throw new Refused("too deep");
        }
    }

    private void leave() {
        at++;
        depth--;
    }

    private void separate(boolean first) {
        if (!first) {
            expect(',');
        }
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new Refused("no " + c);
        }
        at++;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (at++; current() != '"'; at++) {
            if (current() < ' ') {
                throw new Refused("a control character, or the end, in a string");
            }
            string.append(current() == '\\' ? escaped() : current());
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        at++;
        if (text.substring(at, Math.min(at + 5, text.length())).matches("u[0-9a-fA-F]{4}")) {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
        }
        Character escaped = ESCAPES.get(current());
        if (escaped == null) {
            throw new Refused("an unknown escape");
        }
        return escaped;
    }

    private Token token() {
        int from = at;
        while (Character.isLetterOrDigit(current()) || "+-.".indexOf(current()) >= 0) {
            at++;
        }
        Token token = new Token(text.substring(from, at));
        if (token.isNumber()) {
            longestNumber = Math.max(longestNumber, at - from);
        } else if (!List.of("true", "false", "null").contains(token.text())) {
            throw new Refused("a word");
        }
        return token;
    }

    /** The next character that is no blank. */
    private char peek() {
        while (current() != END && " \t\n\r".indexOf(current()) >= 0) {
            at++;
        }
        return current();
    }

    private char current() {
        return at < text.length() ? text.charAt(at) : END;
    }
}
