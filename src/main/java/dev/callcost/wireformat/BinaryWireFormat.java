package dev.callcost.wireformat;

import net.openhft.chronicle.wire.Wire;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT), written as its documentation writes messages: each field is encoded with its name and
 * type.
 *
 * <p>Schema evolution: fields may come in any order, a missing field is 0, the empty text or no longs, an unknown field is skipped, the first of two
 * fields with one name counts, and bytes after the last field are ignored. Text is Chronicle's UTF-8, which writes each surrogate as three bytes, so
 * every Java string survives; the four-byte sequences of other writers are refused, overlong sequences are read.
 *
 * <p>Numbers take the library's shortest form that keeps them. For a double it tries a whole number, a number of hundredths, ten-thousandths or
 * millionths, a float, and eight bytes, so a price below 20,000 with two decimals has one to three bytes after its type. Every double survives except
 * -0.0, which loses its sign.
 */
public final class BinaryWireFormat extends PlainCalls {
    BinaryWireFormat() {
        super(new BufferMarshaller<>("BINARY_WIRE", () -> new Buffer<>(CallFields.ALL)));
    }

    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new BufferMarshaller<>("BINARY_WIRE", () -> new Buffer<>(QuoteFields.ALL)));
    }

    /** The fields of a message type, written and read by the wire's own methods. */
    interface Fields<M> {
        void write(M message, Wire wire);

        /** Reads from bounded bytes; any RuntimeException means that they are no message. */
        M read(WireValues values);
    }

    enum CallFields implements Fields<Message> {
        ALL;

        @Override
        public void write(Message message, Wire wire) {
            wire.write("k").int32(message.k());
            wire.write("i").int32(message.i());
            wire.write("text").text(message.text());
            long[] longs = message.longs();
            if (longs.length > 0) {
                wire.write("longs").array(longs, longs.length);
            }
        }

        @Override
        public Message read(WireValues values) {
            int k = values.int32("k");
            int i = values.int32("i");
            String text = values.text("text");
            return new Message(k, i, text, values.longs("longs"));
        }
    }

    enum QuoteFields implements Fields<PlainQuotes.Quote> {
        ALL;

        @Override
        public void write(PlainQuotes.Quote quote, Wire wire) {
            wire.write("symbol").text(quote.symbol());
            wire.write("time").int64(quote.time());
            wire.write("bid").float64(quote.bid());
            wire.write("ask").float64(quote.ask());
            wire.write("bidSize").int32(quote.bidSize());
            wire.write("askSize").int32(quote.askSize());
        }

        @Override
        public PlainQuotes.Quote read(WireValues values) {
            String symbol = values.text("symbol");
            long time = values.int64("time");
            double bid = values.float64("bid");
            double ask = values.float64("ask");
            int bidSize = values.int32("bidSize");
            int askSize = values.int32("askSize");
            return new PlainQuotes.Quote(symbol, time, bid, ask, bidSize, askSize);
        }
    }

    private static final class Buffer<M> extends MessageBuffer<M> {
        private final Wire wire = new CheckedWire(bytes);
        private final Fields<M> fields;
        private final WireValues values;

        Buffer(Fields<M> fields) {
            this.fields = fields;
            this.values = new WireValues(wire);
        }

        @Override
        protected void write(M message) {
            wire.clear();
            fields.write(message, wire);
        }

        @Override
        protected M read() {
            wire.getValueIn().resetState();
            values.bound();
            return fields.read(values);
        }

        @Override
        protected int retained() {
            return super.retained() + values.retained();
        }
    }
}
