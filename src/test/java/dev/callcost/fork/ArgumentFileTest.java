package dev.callcost.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.Seeds;
import dev.callcost.text.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFileTest {
    private static List<String> parse(String text) {
        return ArgumentFile.parse("test.args", text);
    }

    @Test
    void whiteSpaceSeparates() {
        assertThat(parse("-f 5\n\t-wi  3\r\n-i 10\r")).containsExactly("-f", "5", "-wi", "3", "-i", "10");
        assertThat(parse("")).isEmpty();
        assertThat(parse(" \n ")).isEmpty();
    }

    @Test
    void commentsReachToTheEndOfTheLine() {
        assertThat(parse("# first\n-f 5 # five forks\n-i#glued\n10")).containsExactly("-f", "5", "-i", "10");
    }

    @Test
    void quotesKeepSpacesAndSharps() {
        assertThat(parse("\"-Xms1g -Xmx1g\" 'a # b' c\"d e\"f ''"))
                .containsExactly("-Xms1g -Xmx1g", "a # b", "cd ef", "");
        assertThat(parse("\"it's\" 'say \"x\"'")).containsExactly("it's", "say \"x\"");
    }

    @Test
    void backslashesEscapeInQuotesOnly() {
        assertThat(parse("\"a\\\\b\\\"c\\td\"")).containsExactly("a\\b\"c\td");
        assertThat(parse("C:\\dir \\.unary$")).containsExactly("C:\\dir", "\\.unary$");
    }

    @Test
    void aBackslashAtTheEndOfALineContinues() {
        assertThat(parse("\"one \\\n    two\" -f \\\n 5 \\")).containsExactly("one two", "-f", "5");
    }

    @Test
    void anOpenQuoteIsNamedWithItsLine() {
        assertThatThrownBy(() -> parse("-f 5\n# it's fine here\n-e \"abc\nnext"))
                .isInstanceOf(CommandException.class)
                .hasMessage("preset @test.args, line 3: the quote \" is not closed")
                .extracting("exitCode")
                .isEqualTo(64);
        assertThatThrownBy(() -> parse("'")).isInstanceOf(CommandException.class);
        assertThatThrownBy(() -> parse("\"a\\")).isInstanceOf(CommandException.class);
    }

    @Test
    void aMissingFileIsNamed(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("there.args");
        Files.writeString(file, "-f 1");
        assertThat(ArgumentFile.read(file.toString())).containsExactly("-f", "1");
        assertThatThrownBy(() -> ArgumentFile.read("nowhere.args"))
                .isInstanceOf(CommandException.class)
                .hasMessage("cannot read the preset @nowhere.args: no such file");
    }

    @Seeds(1000)
    void whatIsQuotedComesBack(SplittableRandom random) {
        List<String> arguments =
                Stream.generate(() -> anyText(random)).limit(random.nextInt(20)).toList();
        StringBuilder text = new StringBuilder();
        for (String argument : arguments) {
            text.append('"')
                    .append(argument.replace("\\", "\\\\")
                            .replace("\"", "\\\"")
                            .replace("\n", "\\n")
                            .replace("\r", "\\r"))
                    .append("\" # \"\n");
        }
        assertThat(parse(text.toString())).isEqualTo(arguments);
    }

    /** Every second character means something to a preset. */
    private static String anyText(SplittableRandom random) {
        String special = "\"'\\# \t\n\r";
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(30); left > 0; left--) {
            text.append(
                    random.nextBoolean()
                            ? special.charAt(random.nextInt(special.length()))
                            : (char) random.nextInt(1 << 16));
        }
        return text.toString();
    }
}
