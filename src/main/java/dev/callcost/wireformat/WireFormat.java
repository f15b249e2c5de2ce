package dev.callcost.wireformat;

import java.util.function.Supplier;

/** The wire formats, each with the suite's two message types. The constants hold lambdas, so that only the requested format loads its library. */
public enum WireFormat {
    /** Protocol Buffers: generated classes, fields by number, absent fields are defaults. */
    PROTOBUF(() -> new ProtobufFormat(), () -> ProtobufFormat.quotes()),

    /** Chronicle Bytes, written as its documentation writes messages: consecutive fields, no names or numbers, no schema evolution. */
    BYTES_MARSHALLABLE(() -> new BytesMarshallableFormat(), () -> BytesMarshallableFormat.quotes()),

    /** Chronicle Wire's self-describing binary form: each field is encoded with its name and type. */
    BINARY_WIRE(() -> new BinaryWireFormat(), () -> BinaryWireFormat.quotes()),

    /** Chronicle Wire through its stream classes: BINARY_WIRE's fields, but new objects and copies for each message. */
    COPYING_WIRE(() -> new CopyingWireFormat(), () -> CopyingWireFormat.quotes()),

    /** The floor: a hand-made layout for each message without a library; no schema evolution. */
    FIXED_LAYOUT(() -> new FixedLayoutFormat(), () -> FixedLayoutFormat.quotes()),

    /** JSON text through Gson's reflection: field names, numbers as decimal digits. */
    GSON(() -> new GsonFormat(), () -> GsonFormat.quotes()),

    /** The JDK's serialization, as in RMI: class and fields described in each message. */
    JAVA_SERIALIZATION(() -> new JavaSerializationFormat(), () -> JavaSerializationFormat.quotes());

    private final Supplier<CallFormat<?>> calls;
    private final Supplier<QuoteFormat<?>> quotes;

    WireFormat(Supplier<CallFormat<?>> calls, Supplier<QuoteFormat<?>> quotes) {
        this.calls = calls;
        this.quotes = quotes;
    }

    /**
     * Creates the format of the call's messages. Client and server of one process should share it: over the in-process transport a {@link
     * BufferMarshaller} decodes from the sender's buffer only if it is the sender's own, and copies once otherwise.
     */
    public CallFormat<?> calls() {
        return calls.get();
    }

    /** Creates the format of quotes, to be shared like that of {@link #calls()}. */
    public QuoteFormat<?> quotes() {
        return quotes.get();
    }
}
