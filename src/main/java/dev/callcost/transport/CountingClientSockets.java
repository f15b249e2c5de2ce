package dev.callcost.transport;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;

/**
 * Client sockets that count RMI's round trips, below RMI's buffers: one or more writes, then one or more reads. A ping
 * before a call is a round trip of its own.
 *
 * <p>A stub carries its factory by serialization. All copies are equal, or RMI would open a connection for each. Counts
 * are per thread, over all sockets: RMI makes a call in its caller's thread, and renews or ends leases in other
 * threads. Callers use differences of counts.
 */
public record CountingClientSockets() implements RMIClientSocketFactory, Serializable {
    private static final ThreadLocal<long[]> ROUND_TRIPS = ThreadLocal.withInitial(() -> new long[1]);

    /** Round trips of this thread, pings included. */
    public static long roundTrips() {
        return ROUND_TRIPS.get()[0];
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return new CountingSocket(host, port);
    }

    /** The field needs no lock: RMI uses a connection for one call at a time and passes it on under a lock. */
    private static final class CountingSocket extends Socket {
        private boolean written;

        CountingSocket(String host, int port) throws IOException {
            super(host, port);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(int b) throws IOException {
                    write(new byte[] {(byte) b});
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    written = true;
                    out.write(bytes, offset, length);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    int count = super.read(bytes, offset, length);
                    if (count > 0 && written) {
                        ROUND_TRIPS.get()[0]++;
                        written = false;
                    }
                    return count;
                }
            };
        }
    }
}
