package dev.callcost.transport.part;

import dev.callcost.transport.Pinning;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A connection at whose ends a thread blocks in read until all bytes of a message are there. */
final class BlockingSockets implements RoundTrip.Way {
    private final ServerSocketChannel listener;
    private final SocketAddress address;
    private final ServingThread server;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CallBytes.LENGTH);
    private SocketChannel client;

    private BlockingSockets(ServerSocketChannel listener, Pinning pinning) throws IOException {
        this.listener = listener;
        this.address = listener.getLocalAddress();
        this.server = ServingThread.start(pinning, this::serve);
    }

    /** Over TCP on loopback. */
    static BlockingSockets tcp(Pinning pinning) throws IOException {
        return open(
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), pinning);
    }

    /** Over a Unix domain socket, a file among the temporary ones. */
    static BlockingSockets uds(Pinning pinning) throws IOException {
        Path file = Files.createTempFile("callcost", ".sock");
        Files.delete(file);
        return open(
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file)), pinning);
    }

    private static BlockingSockets open(ServerSocketChannel listener, Pinning pinning) throws IOException {
        BlockingSockets sockets = new BlockingSockets(listener, pinning);
        try {
            sockets.client = quick(SocketChannel.open(sockets.address));
            return sockets;
        } catch (IOException e) {
            sockets.closeAll();
            throw e;
        }
    }

    /** Without Nagle's algorithm, where there is TCP. */
    static SocketChannel quick(SocketChannel channel) throws IOException {
        if (channel.getLocalAddress() instanceof InetSocketAddress) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        return channel;
    }

    private void serve() throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(CallBytes.LENGTH);
        try (SocketChannel channel = quick(listener.accept())) {
            while (true) {
                receive(channel, message);
                CallBytes.answer(message);
                send(channel, message);
            }
        } catch (EOFException | AsynchronousCloseException end) {
            return; // the client has closed
        }
    }

    @Override
    public int call(int k, int i) throws IOException {
        CallBytes.putRequest(bytes, k, i);
        send(client, bytes);
        receive(client, bytes);
        return CallBytes.result(bytes);
    }

    private static void send(SocketChannel channel, ByteBuffer bytes) throws IOException {
        bytes.clear();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void receive(SocketChannel channel, ByteBuffer bytes) throws IOException {
        bytes.clear();
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the other side has closed the connection");
            }
        }
    }

    @Override
    public String answerer() {
        return server.seen();
    }

    @Override
    public Map<String, String> facts() {
        return Map.of("remote", address.getClass().getSimpleName());
    }

    @Override
    public List<SocketAddress> addresses() {
        return List.of(address);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        try {
            closeAll();
        } finally {
            server.end();
        }
    }

    private void closeAll() throws IOException {
        try (listener) {
            if (client != null) {
                client.close();
            }
        } finally {
            if (address instanceof UnixDomainSocketAddress file) {
                Files.deleteIfExists(file.getPath());
            }
        }
    }
}
