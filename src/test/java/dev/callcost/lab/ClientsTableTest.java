package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.ForeignLocale;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

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
        String other = LINE.replace("callcost\"", "ghz, call\"").replace("200.0", "50.0");
        Files.writeString(folder.resolve(ClientsTable.FILE), LINE + other);
        assertThat(ClientsTable.markdown(folder)).endsWith("""
                        | 10 | callcost | 200 | 200-200 |  | 400 | 50% | 1 |
                        | 10 | ghz, call | 100 | 100-100 | 0.500 | 200 | 50% | 1 |
                        """);
    }
}
