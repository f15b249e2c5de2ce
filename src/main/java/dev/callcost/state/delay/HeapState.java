package dev.callcost.state.delay;

import dev.callcost.state.GrpcState;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.wireformat.WireFormat;
import org.openjdk.jmh.annotations.Param;

/** The author's blocking client on any CPU, with a small or a large message. The benchmark class sets the heap. */
public class HeapState extends GrpcState {
    /** The three formats that the author compared. */
    @Param({"PROTOBUF", "COPYING_WIRE", "GSON"})
    public WireFormat wireFormat;

    /** Random longs in addition to the greeting: none, or as many as the author had with the small heap. */
    @Param({"0", "1000"})
    public int longs;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE
                .with(Pinning.FREE)
                .with(wireFormat)
                .withPayload(DelayState.GREETING.length())
                .withLongs(longs);
    }
}
