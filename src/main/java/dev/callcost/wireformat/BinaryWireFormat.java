package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.util.Objects;
import java.util.function.Function;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;

/**
 * Chronicle Wire's self-describing binary form (BINARY_LIGHT) as its documentation writes messages: each field travels with its name
 * and type, see {@link WireFields}.
 *
 * <p>Schema evolution: fields may come in any order, a missing one is 0, the empty text or no longs, an unknown one
 * is skipped, of two with one name the first counts, and what follows the last field is not looked at. So input cut at the end of a
 * field decodes. Text is Chronicle's UTF-8, in which each surrogate is three bytes of its own: every Java string survives, unpaired
 * surrogates too, while the four-byte sequences of other writers are refused. Overlong sequences are read.
 *
 * <p>Numbers take the shortest of the library's forms that keeps them. A double is a whole number, or a number of hundredths, ten-thousandths or
 * millionths with as many bytes as that needs, a float, or else eight bytes; the library tries these one after the other. A price below
 * 20,000 of two decimals so has one to three bytes behind its type. Every double survives but -0.0, whose sign is lost.
 */
public class BinaryWireFormat implements CallFormat<BinaryWireFormat.Message> {
    private final MethodDescriptor.Marshaller<Message> marshaller;

    /** The format. */
    public BinaryWireFormat() {
        this(new BufferMarshaller<>("BINARY_WIRE", () -> new Buffer<>(CheckedWire::new, CallFields.WITH_LONGS_IF_ANY)));
    }

    /** The same messages, encoded by another marshaller. */
    BinaryWireFormat(MethodDescriptor.Marshaller<Message> marshaller) {
        this.marshaller = marshaller;
    }

    @Override
    public final Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public final int k(Message message) {
        return message.k();
    }

    @Override
    public final int i(Message message) {
        return message.i();
    }

    @Override
    public final String text(Message message) {
        return message.text();
    }

    @Override
    public final long[] longs(Message message) {
        return message.longs();
    }

    @Override
    public final MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    /** The message: just its fields. */
    public record Message(int k, int i, String text, long[] longs) {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    /** The fields k, i, text and longs. */
    enum CallFields implements WireFields<Message> {
        /** As a wire with names has them. */
        WITH_LONGS_IF_ANY,
        /** As a wire without names has them, which cannot tell a value that is missing. */
        WITH_LONGS_ALWAYS;

        @Override
        public void write(Message message, Wire wire) {
            wire.write("k").int32(message.k());
            wire.write("i").int32(message.i());
            wire.write("text").text(message.text());
            long[] longs = message.longs();
            if (longs.length > 0 || this == WITH_LONGS_ALWAYS) {
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

    /** The fields of a quote. */
    enum QuoteFields implements WireFields<PlainQuotes.Quote> {
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

    /** The format of quotes. */
    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(
                new BufferMarshaller<>("BINARY_WIRE", () -> new Buffer<>(CheckedWire::new, QuoteFields.ALL)));
    }

    /** One wire for all messages that the buffer ever holds. */
    static class Buffer<M> extends MessageBuffer<M> {
        private final Wire wire;
        private final WireFields<M> fields;
        private final WireValues values;

        /** A buffer with the wire that is made over its bytes. */
        Buffer(Function<Bytes<?>, Wire> newWire, WireFields<M> fields) {
            this.wire = newWire.apply(bytes);
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
