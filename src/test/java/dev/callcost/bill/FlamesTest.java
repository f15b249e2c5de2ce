package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Fork;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlamesTest {
    private static final String NETTY = "[io];java.lang.Thread.run;io.netty.channel.nio.NioIoHandler.run";
    private static final String JIT = "[C2 CompilerThread0];Compile::Compile";

    private static String page(Map<String, Integer> samples) {
        Fork fork = Forks.of(40, 40, 40, null, samples, Map.of());
        return Flames.of(SampledRow.of(List.of(fork, fork)).get(0), "40.0 us", Rules.ofSuite());
    }

    /** 10 iterations of each fork have 5 samples of the call and 2 of the compiler. */
    @Test
    void theRowIsBelowItsThreadsAndTheCompilerNextToIt() {
        String page = page(Map.of(NETTY, 5, JIT, 2));
        assertThat(page)
                .contains(
                        "<h1>CallBenchmark.call pinning=ONE_CPU: 40.0 us per call, 140 samples of CPU time in 2 forks</h1>")
                .contains("'all',", "CallBenchmark.call pinning=ONE_CPU'", "in addition: JIT compiler'", "io]'")
                .contains("java.lang.Thread.run'", "o.netty.channel.nio.NioIoHandler.run'");
        assertThat(page.substring(page.indexOf("unpack(cpool);")))
                .contains("(3,140)\n", ",100)\n", ",40)\n")
                .as("equal input gives equal bytes")
                .isEqualTo(page(Map.of(NETTY, 5, JIT, 2)).substring(page.indexOf("unpack(cpool);")));
    }

    @Test
    void thePageLoadsNothing() {
        assertThat(page(Map.of(NETTY, 5)))
                .doesNotContain("src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest", "import(");
        assertThat(page(Map.of(NETTY, 5)).lines().filter(line -> line.contains("://")))
                .as("namespaces, and the link to the program that drew it")
                .allMatch(line -> line.contains("<svg xmlns=") || line.contains("<a href="));
    }

    /** The second name has its first 28 letters in common with the other, and the converter writes a {@code <} in place of 28. */
    @Test
    void aNameEndsNeitherTheScriptNorAFrame() {
        String common = "x".repeat(28);
        String page = page(Map.of(
                "[</script><b>]",
                1,
                "[main];" + common,
                1,
                "[main];" + common + "/script>",
                1,
                "[<!-- <script>]",
                1,
                "[it's]",
                1));
        assertThat(page.split("</script>")).as("the page's own two").hasSize(3);
        assertThat(page).doesNotContain("<!--").contains("it\\'s]'");
    }

    /** The class of a lambda has another address in each fork. */
    @Test
    void lambdasOfAllForksAreOneFrame() {
        assertThat(page(Map.of(
                        "[main];org.shop.A$$Lambda/0x0000000801.run",
                        1,
                        "[main];org.shop.A$$Lambda/0x0000000802.run",
                        1)))
                .containsOnlyOnce("$$Lambda")
                .contains("org.shop.A$$Lambda.run'");
    }
}
