package dev.callcost.wireformat;

import java.util.function.Supplier;

/** The wire formats. The constants hold lambdas, so that only the requested format loads its library. */
public enum WireFormat {
    /** Protocol Buffers: generated classes, fields by number, absent fields are defaults. */
    PROTOBUF(() -> new ProtobufFormat()),

    /**
     * Chronicle Bytes, written as its documentation writes messages: consecutive fields, no names or numbers, no schema
     * evolution.
     */
    BYTES_MARSHALLABLE(() -> new BytesMarshallableFormat()),

    /** Chronicle Wire's self-describing binary form: each field is encoded with its name and type. */
    BINARY_WIRE(() -> new BinaryWireFormat()),

    /** Chronicle Wire through its stream classes: BINARY_WIRE's fields, but new objects and copies for each message. */
    COPYING_WIRE(() -> new CopyingWireFormat()),

    /** JSON text through Gson's reflection: field names, numbers as decimal digits. */
    GSON(() -> new GsonFormat());

    private final Supplier<CallFormat<?>> calls;

    WireFormat(Supplier<CallFormat<?>> calls) {
        this.calls = calls;
    }

    public CallFormat<?> calls() {
        return calls.get();
    }
}
