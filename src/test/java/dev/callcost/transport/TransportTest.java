package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.util.internal.MacAddressUtil;
import io.netty.util.internal.logging.InternalLoggerFactory;
import org.junit.jupiter.api.Test;

class TransportTest {
    @Test
    void nettyDoesNotWarnWhereNoInterfaceHasAHardwareAddress() {
        EventLoopGroup loops = Transport.NIO.open("test");
        try {
            assertThat(InternalLoggerFactory.getInstance(MacAddressUtil.class).isWarnEnabled())
                    .isFalse();
        } finally {
            Transport.end(loops);
        }
    }
}
