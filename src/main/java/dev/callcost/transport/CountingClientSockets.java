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
 * Client sockets that count RMI's round trips, and the pings among them.
 *
 * <p>They count below RMI's buffers. A round trip is one or more writes, then one or more reads. A ping is a write of the single byte 0x52, and its
 * acknowledgement is a read of the single byte 0x53 (the JRMP wire protocol of the Java RMI specification, chapter 10, messages Ping and PingAck). No
 * other message of a client has one byte.
 *
 * <p>A stub carries its factory by serialization. All copies are equal, or RMI would open a connection for each. Counts are per thread, over all
 * sockets: RMI makes a call in its caller's thread, and renews or ends leases in other threads. Callers use differences of counts.
 */
public record CountingClientSockets() implements RMIClientSocketFactory, Serializable {
    private static final byte PING = 0x52;
    private static final byte PING_ACK = 0x53;

    private static final ThreadLocal<Counts> COUNTS = ThreadLocal.withInitial(Counts::new);

    private static final class Counts {
        private long pings;
        private long pingAcks;
        private long roundTrips;
    }

    /** Pings that this thread sent. */
    public static long pings() {
        return COUNTS.get().pings;
    }

    /** Acknowledgements that this thread received. */
    static long pingAcks() {
        return COUNTS.get().pingAcks;
    }

    /** Round trips of this thread, pings included. */
    public static long roundTrips() {
        return COUNTS.get().roundTrips;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return new CountingSocket(host, port);
    }

    /** The fields need no lock: RMI uses a connection for one call at a time and passes it on under a lock. */
    private static final class CountingSocket extends Socket {
        private boolean written;
        private boolean pinged;

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
                    pinged = length == 1 && bytes[offset] == PING;
                    if (pinged) {
                        COUNTS.get().pings++;
                    }
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
                    if (count > 0) {
                        answered(count == 1 && bytes[offset] == PING_ACK);
                    }
                    return count;
                }
            };
        }

        private void answered(boolean ack) {
            if (written) {
                COUNTS.get().roundTrips++;
            }
            if (pinged && ack) {
                COUNTS.get().pingAcks++;
            }
            written = false;
            pinged = false;
        }
    }
}
