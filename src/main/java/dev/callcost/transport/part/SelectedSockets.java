package dev.callcost.transport.part;

import dev.callcost.transport.Pinning;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;

/** A TCP connection at whose ends a thread waits in a selector until its channel can be read. */
final class SelectedSockets implements RoundTrip.Way {
    private final ServerSocketChannel listener;
    private final SocketAddress address;
    private final ServingThread server;
    private final End client;

    /** A channel and the selector that says when it can be read. */
    private record End(SocketChannel channel, Selector selector, ByteBuffer bytes) implements AutoCloseable {
        static End of(SocketChannel connected) throws IOException {
            SocketChannel channel = BlockingSockets.quick(connected);
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            return new End(channel, selector, ByteBuffer.allocateDirect(CallBytes.LENGTH));
        }

        void send() throws IOException {
            bytes.clear();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        void receive() throws IOException {
            bytes.clear();
            while (bytes.hasRemaining()) {
                selector.select(key -> {});
                if (channel.read(bytes) < 0) {
                    throw new EOFException("the other side has closed the connection");
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw new EOFException("interrupted");
                }
            }
        }

        @Override
        public void close() throws IOException {
            try (selector) {
                channel.close();
            }
        }
    }

    SelectedSockets(Pinning pinning) throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = listener.getLocalAddress();
        server = ServingThread.start(pinning, this::serve);
        client = End.of(SocketChannel.open(address));
    }

    private void serve() throws IOException {
        try (End end = End.of(listener.accept())) {
            while (true) {
                end.receive();
                CallBytes.answer(end.bytes());
                end.send();
            }
        } catch (EOFException | ClosedSelectorException end) {
            return; // the client has closed
        }
    }

    @Override
    public int call(int k, int i) throws IOException {
        CallBytes.putRequest(client.bytes(), k, i);
        client.send();
        client.receive();
        return CallBytes.result(client.bytes());
    }

    @Override
    public String answerer() {
        return server.seen();
    }

    @Override
    public Map<String, String> facts() {
        return Map.of(
                "remote", address.getClass().getSimpleName(),
                "selector", client.selector().getClass().getSimpleName());
    }

    @Override
    public List<SocketAddress> addresses() {
        return List.of(address);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        try (listener) {
            client.close();
        } finally {
            server.end();
        }
    }
}
