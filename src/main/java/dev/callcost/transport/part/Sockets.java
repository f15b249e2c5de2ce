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
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A connection of java.nio. At each end a thread waits for a message, in read or in a selector. */
final class Sockets extends AnsweringThread {
    private final ServerSocketChannel listener;
    private final SocketAddress address;
    private final boolean selects;
    private Endpoint client;

    /**
     * One end of the connection.
     *
     * @param selector reports when the channel can be read; null when the channel blocks in read
     */
    private record Endpoint(SocketChannel channel, Selector selector, ByteBuffer bytes) implements AutoCloseable {
        static Endpoint of(SocketChannel channel, boolean selects) throws IOException {
            if (channel.getLocalAddress() instanceof InetSocketAddress) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            Selector selector = selects ? Selector.open() : null;
            if (selects) {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ);
            }
            return new Endpoint(channel, selector, ByteBuffer.allocateDirect(CallBytes.LENGTH));
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
                if (selector != null) {
                    selector.select(key -> {});
                    if (Thread.currentThread().isInterrupted()) {
                        throw new EOFException("interrupted");
                    }
                }
                if (channel.read(bytes) < 0) {
                    throw new EOFException("the other side has closed the connection");
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

    private Sockets(ServerSocketChannel listener, Pinning pinning, boolean selects) throws IOException {
        super(pinning);
        this.listener = listener;
        this.address = listener.getLocalAddress();
        this.selects = selects;
        thread.start();
        try {
            client = Endpoint.of(SocketChannel.open(address), selects);
        } catch (IOException e) {
            closeAll();
            throw e;
        }
    }

    /** Over TCP on loopback. */
    static Sockets tcp(Pinning pinning, boolean selects) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        return new Sockets(listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), pinning, selects);
    }

    /** Over a Unix domain socket in the folder of temporary files. */
    static Sockets uds(Pinning pinning) throws IOException {
        Path file = Files.createTempFile("callcost", ".sock");
        Files.delete(file);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return new Sockets(listener.bind(UnixDomainSocketAddress.of(file)), pinning, false);
    }

    @Override
    void serve() throws IOException {
        try (Endpoint end = Endpoint.of(listener.accept(), selects)) {
            while (true) {
                end.receive();
                CallBytes.answer(end.bytes());
                end.send();
            }
        } catch (EOFException | AsynchronousCloseException | ClosedSelectorException end) {
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
    public Map<String, String> facts() {
        Map<String, String> facts =
                new HashMap<>(Map.of("remote", address.getClass().getSimpleName()));
        if (client.selector() != null) {
            facts.put("selector", client.selector().getClass().getSimpleName());
        }
        return facts;
    }

    @Override
    public void close() throws Exception {
        try {
            closeAll();
        } finally {
            super.close();
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
