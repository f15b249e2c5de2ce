package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.Seeds;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In the tables {@code ^} is a line feed, and vertical lines separate words. */
class PresetFileTest {
    @TempDir
    private static Path folder;

    private static List<String> parse(String text) throws IOException {
        return PresetFile.read(
                Files.writeString(folder.resolve("some.args"), text).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            ~-f 5^\t-wi  3\r^-i 10\r~% -f|5|-wi|3|-i|10
            ~ ^ ~%
            ~# it's the "first" @one^-f 5 # five forks^-i#glued^10~% -f|5|-i|10
            "-Xms1g -Xmx1g" 'a # b' c"d e"f 'g'""     % -Xms1g -Xmx1g|a # b|cd ef|g
            "it's" 'say "x"' -p="a b"' c' \u20ac      % it's|say "x"|-p=a b c|\u20ac
            'a\\\\b\\tc"d' \\.unary$                  % a\\b\tc"d|\\.unary$
            """)
    void wordsAreSeparatedByWhiteSpaceAndQuotesKeepIt(String text, String words) throws IOException {
        assertThat(String.join("|", parse(text.replace('^', '\n')))).isEqualTo(words == null ? "" : words);
        assertThat(parse("''")).containsExactly("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            'rmi\\.Rmi'                              % .args, in quotes: Invalid escape sequence: \\.
            -f 5^# it's fine here^-e "abc^next"      % line 3: the quote " is not closed
            '                                        % line 1: the quote ' is not closed
            ~\r^word"a\\~% line 2: the quote " is not closed
            -f 1 @inner                              % names another preset, @inner
            """)
    void anOpenQuoteIsNamedWithItsLineAndAPresetNamesNoOther(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace('^', '\n')))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message)
                .extracting("exitCode")
                .isEqualTo(64);
    }

    @Seeds(200)
    void whatIsQuotedComesBack(SplittableRandom random) throws IOException {
        List<String> words = random.ints(random.nextInt(8), 0, 12)
                .mapToObj(length -> "-"
                        + random.ints(length, 0, 256)
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining()))
                .toList();
        String text = words.stream()
                .map(word -> word.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r"))
                .map(word -> "\"" + word + "\" # \"\n")
                .collect(Collectors.joining());
        assertThat(parse(text)).isEqualTo(words);
    }
}
