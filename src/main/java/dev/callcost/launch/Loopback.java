package dev.callcost.launch;

import dev.callcost.agent.ForkGate;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The network by which forks, their hosts and most servers are reached. */
public final class Loopback {
    private Loopback() {}

    /** @throws CommandException (failure) when no connection to {@value ForkGate#ADDRESS} can be made */
    public static void check() {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getByName(ForkGate.ADDRESS));
                Socket guest = new Socket(door.getInetAddress(), door.getLocalPort())) {
            door.accept().close();
        } catch (IOException e) {
            throw CommandException.failure("this system has no loopback network: " + ForkGate.ADDRESS + ": "
                    + e.getMessage() + " (as root, `ip link set lo up` gives one)");
        }
    }
}
