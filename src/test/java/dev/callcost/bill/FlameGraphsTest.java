package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fork;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlameGraphsTest {
    private static final String NETTY = "[io];java.lang.Thread.run;io.netty.channel.nio.NioIoHandler.run";

    private static String page(Map<String, Integer> samples) {
        Fork fork = new MadeUpFork("40", samples).fork();
        return FlameGraphs.of(SampledRow.of(List.of(fork, fork)).get(0), "40.0 us", CategoryRules.ofSuite());
    }

    /** 10 iterations of each fork have 5 samples of the call and 2 of the compiler. */
    @Test
    void theRowIsBelowItsThreadsAndTheCompilerNextToIt() {
        String page = page(Map.of(NETTY, 5, MadeUpFork.JIT, 2));
        assertThat(page)
                .contains("<h1>CallBenchmark.call pinning=ONE_CPU: 40.0 us per call, 140 samples of CPU time in 2"
                        + " forks</h1>")
                .contains("'all',", "CallBenchmark.call pinning=ONE_CPU'", "in addition: JIT compiler'", "io]'")
                .contains("java.lang.Thread.run'", "o.netty.channel.nio.NioIoHandler.run'");
        assertThat(page.substring(page.indexOf("unpack(cpool);")))
                .contains("(3,140)\n", ",100)\n", ",40)\n")
                .as("equal input gives equal bytes")
                .isEqualTo(page(Map.of(NETTY, 5, MadeUpFork.JIT, 2)).substring(page.indexOf("unpack(cpool);")));
    }

    @Test
    void thePageLoadsNothing() {
        assertThat(page(Map.of(NETTY, 5)))
                .doesNotContain("src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest", "import(");
        assertThat(page(Map.of(NETTY, 5)).lines().filter(line -> line.contains("://")))
                .as("namespaces, and the link to the program that drew it")
                .allMatch(line -> line.contains("<svg xmlns=") || line.contains("<a href="));
    }

    /**
     * The second name has its first 28 letters in common with the other, and the converter writes a {@code <} in place
     * of 28.
     */
    @Test
    void aNameEndsNeitherTheScriptNorAFrame() {
        String common = "x".repeat(28);
        Map<String, Integer> samples = new TreeMap<>();
        for (String thread : List.of("[</script><b>]", "[main];" + common, "[<!-- <script>]", "[it's]")) {
            samples.put(thread, 1);
        }
        samples.put("[main];" + common + "/script>", 1);
        String page = page(samples);
        assertThat(page.split("</script>")).as("the page's own two").hasSize(3);
        assertThat(page).doesNotContain("<!--").contains("it\\'s]'");
    }

    /** The class of a lambda has another address in each fork, and a library that netty unpacked another file. */
    @ParameterizedTest
    @CsvSource({
        "org.shop.A$$Lambda/0x0000000801.run, org.shop.A$$Lambda/0x0000000802.run, org.shop.A$$Lambda.run",
        "libnetty_x86_649246769702559693365.so (deleted), libnetty_x86_6411106328999424295081.so, libnetty_x86_64.so"
    })
    void framesOfAllForksHaveOneName(String one, String other, String name) {
        assertThat(page(Map.of("[main];" + one, 1, "[main];" + other, 1)))
                .containsOnlyOnce(name.substring(1))
                .contains(name + "'");
    }

    /** In a browser of any width; PageInBrowserIT looks at the report's own pages. */
    @Test
    void theRowIsAtTheTopBelowAHeadlineThatCoversNothing() {
        assertThat(page(Map.of(NETTY, 5)))
                .contains("<meta name='viewport' content='width=device-width'>")
                .contains("let inverted = true;")
                .contains("header {margin: 6px 0}")
                .contains("f.title.replace(/^([a-z_]\\w*\\.)+(?=[A-Z])/, '').substring(0, chars);");
    }
}
