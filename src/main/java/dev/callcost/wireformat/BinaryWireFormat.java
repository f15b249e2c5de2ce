package dev.callcost.wireformat;

import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.Wire;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT), written as its documentation writes messages: each field is encoded with its name and
 * type.
 *
 * <p>Schema evolution: fields may come in any order, a missing field is 0, the empty text or no longs, an unknown field is skipped, and the first of
 * two fields with one name counts. Text is Chronicle's UTF-8, which writes each surrogate as three bytes, so every Java string survives.
 *
 * <p>The library trusts its input, and nothing here checks a message before the library reads it. A malformed message may read as another message,
 * take memory of any size, or load a class that it names. So only clients on this host may send this format.
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

        M read(Wire wire, WireValues values);
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
        public Message read(Wire wire, WireValues values) {
            int k = wire.read("k").int32();
            int i = wire.read("i").int32();
            String text = values.text(wire.read("text"));
            return new Message(k, i, text, values.longs(wire.read("longs")));
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
        public PlainQuotes.Quote read(Wire wire, WireValues values) {
            String symbol = values.text(wire.read("symbol"));
            long time = wire.read("time").int64();
            double bid = wire.read("bid").float64();
            double ask = wire.read("ask").float64();
            int bidSize = wire.read("bidSize").int32();
            int askSize = wire.read("askSize").int32();
            return new PlainQuotes.Quote(symbol, time, bid, ask, bidSize, askSize);
        }
    }

    private static final class Buffer<M> extends MessageBuffer<M> {
        private final Wire wire = new BinaryWire(bytes);
        private final Fields<M> fields;
        private final WireValues values = new WireValues();

        Buffer(Fields<M> fields) {
            this.fields = fields;
        }

        @Override
        protected void write(M message) {
            wire.clear();
            fields.write(message, wire);
        }

        @Override
        protected M read() {
            wire.getValueIn().resetState();
            return fields.read(wire, values);
        }

        @Override
        protected int retained() {
            return super.retained() + values.retained();
        }
    }
}
