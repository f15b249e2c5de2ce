package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.Seeds;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresetFileTest {
    @TempDir
    private static Path folder;

    private static List<String> parse(String text) {
        try {
            return PresetFile.read(
                    Files.writeString(folder.resolve("some.args"), text).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void isRefused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading)
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message)
                .extracting("exitCode")
                .isEqualTo(64);
    }

    @Test
    void whiteSpaceSeparates() {
        assertThat(parse("-f 5\n\t-wi  3\r\n-i 10\r")).containsExactly("-f", "5", "-wi", "3", "-i", "10");
        assertThat(parse("")).isEmpty();
        assertThat(parse(" \n ")).isEmpty();
    }

    @Test
    void commentsReachToTheEndOfTheLine() {
        assertThat(parse("# it's the \"first\" @one\n-f 5 # five forks\n-i#glued\n10"))
                .containsExactly("-f", "5", "-i", "10");
    }

    @Test
    void quotesKeepSpacesAndSharps() {
        assertThat(parse("\"-Xms1g -Xmx1g\" 'a # b' c\"d e\"f ''"))
                .containsExactly("-Xms1g -Xmx1g", "a # b", "cd ef", "");
        assertThat(parse("\"it's\" 'say \"x\"' -p=\"a b\"' c' \u20ac"))
                .containsExactly("it's", "say \"x\"", "-p=a b c", "\u20ac");
    }

    @Test
    void backslashesEscapeInQuotesOnly() {
        assertThat(parse("\"a\\\\b\\\"c\\td\"")).containsExactly("a\\b\"c\td");
        assertThat(parse("C:\\dir \\.unary$")).containsExactly("C:\\dir", "\\.unary$");
        isRefused(() -> parse("'rmi\\.Rmi'"), ".args, in quotes: Invalid escape sequence: \\.");
    }

    @Test
    void anOpenQuoteIsNamedWithItsLineAndAPresetNamesNoOther() {
        isRefused(() -> parse("-f 5\n# it's fine here\n-e \"abc\nnext\""), "line 3: the quote \" is not closed");
        isRefused(() -> parse("'"), "line 1: the quote ' is not closed");
        isRefused(() -> parse("\r\nword\"a\\"), "line 2: the quote \" is not closed");
        isRefused(() -> parse("-f 1 @inner"), "names another preset, @inner");
    }

    @Seeds(200)
    void whatIsQuotedComesBack(SplittableRandom random) {
        List<String> words = random.ints(random.nextInt(8), 0, 12)
                .mapToObj(length -> random.ints(length, 0, 256)
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining()))
                .toList();
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append("\"-")
                    .append(word.replace("\\", "\\\\")
                            .replace("\"", "\\\"")
                            .replace("\n", "\\n")
                            .replace("\r", "\\r"))
                    .append("\" # \"\n");
        }
        assertThat(parse(text.toString()))
                .isEqualTo(words.stream().map(word -> "-" + word).toList());
    }
}
