package dev.callcost.wireformat;

import java.util.function.Supplier;

/**
 * The wire formats that can be measured, each with the suite's two message types. A constant holds suppliers written as lambdas, because
 * looking up one constant initialises all of them: only the format that is asked for loads its library.
 */
public enum WireFormat {
    /** Protocol Buffers: generated classes, fields by number, absent fields are defaults. */
    PROTOBUF(() -> new ProtobufFormat(), () -> ProtobufFormat.quotes()),

    /** Chronicle Bytes as its documentation writes messages: fields in a row, no names or numbers, no schema evolution. */
    BYTES_MARSHALLABLE(() -> new BytesMarshallableFormat(), () -> BytesMarshallableFormat.quotes()),

    /** Chronicle Wire's self-describing binary form: each field travels with its name and type. */
    BINARY_WIRE(() -> new BinaryWireFormat(), () -> BinaryWireFormat.quotes()),

    /** Chronicle Wire's binary form without names: typed values in a fixed order, no schema evolution. */
    FIELDLESS_WIRE(() -> new FieldlessWireFormat(), () -> FieldlessWireFormat.quotes()),

    /** Chronicle Wire as its stream classes offer it: BINARY_WIRE's fields, but objects and copies for each message. */
    COPYING_WIRE(() -> new CopyingWireFormat(), () -> CopyingWireFormat.quotes()),

    /** The floor: a layout made by hand for each message, past every library; no schema evolution. */
    FIXED_LAYOUT(() -> new FixedLayoutFormat(), () -> FixedLayoutFormat.quotes()),

    /** JSON text through Gson's reflection: field names, numbers as decimal digits. */
    GSON(() -> new GsonFormat(), () -> GsonFormat.quotes()),

    /** The JDK's serialization, as RMI has it: class and fields described in each message. */
    JAVA_SERIALIZATION(() -> new JavaSerializationFormat(), () -> JavaSerializationFormat.quotes());

    private final Supplier<CallFormat<?>> calls;
    private final Supplier<QuoteFormat<?>> quotes;

    WireFormat(Supplier<CallFormat<?>> calls, Supplier<QuoteFormat<?>> quotes) {
        this.calls = calls;
        this.quotes = quotes;
    }

    /**
     * Makes the format of the call's messages. Client and server of one process should share it: over the in-process transport a
     * marshaller of reused buffers (BYTES_MARSHALLABLE, BINARY_WIRE, FIELDLESS_WIRE, FIXED_LAYOUT) decodes from the sender's buffer only if the sender
     * was the same marshaller, and copies once otherwise.
     */
    public CallFormat<?> calls() {
        return calls.get();
    }

    /** Makes the format of quotes, to be shared as that of {@link #calls()}. */
    public QuoteFormat<?> quotes() {
        return quotes.get();
    }
}
