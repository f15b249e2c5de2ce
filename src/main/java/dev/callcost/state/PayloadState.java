package dev.callcost.state;

import dev.callcost.transport.GrpcCell;
import org.openjdk.jmh.annotations.Param;

/** The base cell with text of growing length, sent and echoed. */
public class PayloadState extends GrpcState {
    /** Characters of ASCII text, as many bytes in UTF-8: none, a page, more than one HTTP/2 frame. */
    @Param({"0", "1024", "65536"})
    public int payload;

    @Override
    protected GrpcCell cell() {
        return GrpcCell.BASE.withPayload(payload);
    }
}
