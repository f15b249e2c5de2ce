package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.launch.SpawnedMain;
import dev.callcost.load.RateRow;
import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server on another host: two network namespaces of Linux, joined by a cable. Needs root and iproute2. */
@EnabledOnOs(OS.LINUX)
class AnotherHostIT {
    private static final long PID = ProcessHandle.current().pid();

    /** Namespaces, and the devices at the ends of the cable. */
    private static final String SERVER = "callcost-s" + PID;

    private static final String CLIENT = "callcost-c" + PID;
    private static final String AT_SERVER = "ccs" + PID;
    private static final String AT_CLIENT = "ccc" + PID;

    /** Of the network for benchmarks, RFC 2544. */
    private static final String NETWORK = "198.18." + PID % 256 + ".";

    private static final String SERVER_ADDRESS = NETWORK + "1";
    private static final int DELAY_MILLIS = 20;

    @TempDir
    Path directory;

    @BeforeEach
    void connect() throws Exception {
        need("ip netns add " + SERVER);
        need("ip netns add " + CLIENT);
        need("ip netns exec " + CLIENT + " true");
        need("ip -n " + SERVER + " link add " + AT_SERVER + " type veth peer name " + AT_CLIENT + " netns " + CLIENT);
        set("ip -n " + SERVER + " address add " + SERVER_ADDRESS + "/30 dev " + AT_SERVER);
        set("ip -n " + CLIENT + " address add " + NETWORK + "2/30 dev " + AT_CLIENT);
        set("ip -n " + SERVER + " link set " + AT_SERVER + " up");
        set("ip -n " + CLIENT + " link set " + AT_CLIENT + " up");
        set("ip -n " + CLIENT + " link set lo up"); // JMH and its forks exchange results
    }

    /** The cable's ends go with their namespaces. */
    @AfterEach
    void disconnect() throws IOException, InterruptedException {
        for (String namespace : List.of(SERVER, CLIENT)) {
            try {
                run("ip netns delete " + namespace);
            } catch (IOException e) {
                return; // there is no ip, and no namespace
            }
        }
    }

    private Ended run(String command) throws IOException, InterruptedException {
        return Program.run(directory, List.of(command.split(" ")));
    }

    /** Skips the test when this machine does not let it happen. */
    private void need(String command) throws InterruptedException {
        try {
            Ended ended = run(command);
            assumeTrue(ended.exitCode() == 0, () -> command + ": " + ended.err().strip());
        } catch (IOException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    private boolean can(String command) throws InterruptedException {
        try {
            return run(command).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void set(String command) throws IOException, InterruptedException {
        Ended ended = run(command);
        assertThat(ended.exitCode()).as("%s: %s", command, ended.err()).isZero();
    }

    private static List<String> on(String namespace) {
        return List.of("ip", "netns", "exec", namespace);
    }

    private SpawnedMain serve(String... options) throws IOException {
        String[] arguments =
                Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new);
        return SpawnedMain.start(on(SERVER), Map.of(), directory, directory, arguments);
    }

    /** Calls the server from the other host. */
    private RateRow load(String address, String... more) throws Exception {
        return ServeIT.load(on(CLIENT), directory.resolve(CLIENT), address, more);
    }

    private static String address(SpawnedMain server) throws IOException {
        String address = server.awaitLine("Serving on ").replaceFirst("Serving on (\\S+:\\d+): .*", "$1");
        assertThat(address).startsWith(SERVER_ADDRESS + ":");
        return address;
    }

    @Test
    void itIsCalledOnAllItsAddressesWithTls() throws Exception {
        try (SpawnedMain server = serve("--address", "0.0.0.0", "--tls", "--transport", "EPOLL")) {
            assertThat(load(address(server), "--insecure").forks()).isPositive();
        }
    }

    @Test
    void aLatencyContainsTheNetworksDelay() throws Exception {
        boolean isDelayed =
                can("tc -n " + SERVER + " qdisc add dev " + AT_SERVER + " root netem delay " + DELAY_MILLIS + "ms");
        try (SpawnedMain server = serve("--address", SERVER_ADDRESS)) {
            RateRow row = load(address(server));
            assumeTrue(isDelayed, "the kernel has no netem");
            assertThat(row.quantile(0.5).orElseThrow().value()).isGreaterThan(DELAY_MILLIS * 1e6);
        }
    }
}
