package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.RunArguments.PresetFile;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
            'a\\b"d' \\.unary$                         % a\\b"d|\\.unary$
            """)
    void wordsAreSeparatedByWhiteSpaceAndQuotesKeepIt(String text, String words) throws IOException {
        assertThat(String.join("|", parse(text.replace('^', '\n')))).isEqualTo(words == null ? "" : words);
        assertThat(parse("''")).containsExactly("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            -f 5^# it's fine here^-e "abc^next"      % .args: a quote " is not closed on its line
            '                                        % .args: a quote ' is not closed on its line
            -f 1 @inner                              % names another preset, @inner
            """)
    void aQuoteIsClosedAndAPresetNamesNoOther(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace('^', '\n')))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message)
                .extracting("exitCode")
                .isEqualTo(64);
    }
}
