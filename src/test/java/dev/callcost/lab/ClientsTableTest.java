package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.text.BadFileException;
import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(ForeignLocale.class)
class ClientsTableTest {
    private static final String LINE = """
            {"round":1,"client":"callcost","rpc":"callcost.CallService/call","inFlight":10,"connections":1,"callsPerSecond":200.0,\
            "serverCpu":0.5,"samples":[100.0,200.0,300.0]}
            """;

    @TempDir
    private Path folder;

    /** Rounds with a slow half second, a client without its last round, a server that limits one client, and one that limits the suite's. */
    @Test
    void table() throws IOException, URISyntaxException {
        Path made = Path.of(ClientsTableTest.class.getResource("clients").toURI());
        String table = Files.readString(made.resolve("clients.md"));
        assertThat(ClientsTable.markdown(made)).isEqualTo(table);
        assertThat(ReadmeTables.render("<!-- callcost:clients clients -->\n<!-- /callcost -->\n", made.getParent()))
                .contains(table);
    }

    @Test
    void oneRoundHasNoInterval() throws IOException {
        assertThat(write(LINE + LINE.replace("callcost\"", "ghz, call\"").replace("200.0", "50.0")))
                .endsWith("""
                        | 10 | callcost | 200 | 200-200 |  | 400 | 50% | 1 |
                        | 10 | ghz, call | 100 | 100-100 | 0.500 | 200 | 50% | 1 |
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "\"round\":1; \"round\":\"a\"; is of the wrong kind",
                "\"round\":1; \"turn\":1; lacks calls",
                "\"client\"; \"name\"; lacks calls",
                "\"connections\":1; \"connections\":2; lacks calls",
                "\"serverCpu\":0.5; \"serverCpu\":null; is of the wrong kind",
                "[100.0; [0.0; lacks calls",
                "[100.0,200.0,300.0]; []; lacks calls",
            })
    void refusesWhatIsNotWhole(String part, String instead, String message) {
        assertThatThrownBy(() -> write(LINE.replace(part, instead)))
                .isInstanceOf(BadFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesAClientTwiceInARound() {
        assertThatThrownBy(() -> write(LINE + LINE))
                .hasMessageEndingWith("line 2 has a client a second time in one round");
    }

    private String write(String lines) throws IOException {
        Files.writeString(folder.resolve(ClientsTable.FILE), lines);
        return ClientsTable.markdown(folder);
    }
}
