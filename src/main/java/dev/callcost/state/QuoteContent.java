package dev.callcost.state;

import dev.callcost.state.MessageContent.Drawn;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.QuoteCalls;
import dev.callcost.wireformat.QuoteFormat;
import dev.callcost.wireformat.WireFormat;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Market quotes: 4,000 symbols of 3 to 8 capital letters, times a millisecond apart on average, a bid of 1.00 to 999.99, an ask up to five hundredths
 * higher, and sizes of 1 to 100,000.
 */
final class QuoteContent implements MessageContent.Content {
    private static final int SYMBOLS = 4_000;
    private static final long OPENING =
            TimeUnit.SECONDS.toNanos(Instant.parse("2026-01-02T14:30:00Z").getEpochSecond());
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(1);

    /** No text: a call's two small numbers are shorter than a quote. */
    @Override
    public int leastCharacters() {
        return 0;
    }

    @Override
    public Drawn<?> in(WireFormat wireFormat) {
        return drawn(wireFormat.quotes());
    }

    private <Q> Drawn<Q> drawn(QuoteFormat<Q> format) {
        return new Drawn<>(
                format,
                quotes().map(quote ->
                        format.quote(quote.symbol, quote.time, quote.bid, quote.ask, quote.bidSize, quote.askSize)),
                quote -> combine(
                        format.symbol(quote),
                        format.time(quote),
                        format.bid(quote),
                        format.ask(quote),
                        format.bidSize(quote),
                        format.askSize(quote)));
    }

    /** Combines the length and last character of the symbol, which is not empty, with all numbers; swapped numbers change the result. */
    private static int combine(String symbol, long time, double bid, double ask, int bidSize, int askSize) {
        int last = symbol.length() - 1;
        return last
                ^ symbol.charAt(last)
                ^ Long.hashCode(time)
                ^ 31 * Double.hashCode(bid)
                ^ Double.hashCode(ask)
                ^ 31 * bidSize
                ^ askSize;
    }

    @Override
    public Stream<IntBinaryOperator> calls(GrpcConnection<?> connection) {
        QuoteCalls<?> calls = connection.quotes();
        return quotes().map(quote ->
                (k, i) -> calls.quote(quote.symbol, quote.time, quote.bid, quote.ask, quote.bidSize, quote.askSize));
    }

    private record Quote(String symbol, long time, double bid, double ask, int bidSize, int askSize) {}

    private Stream<Quote> quotes() {
        SplittableRandom random = MessageContent.random();
        String[] symbols = symbols(random);
        return IntStream.range(0, MessageContent.MESSAGES).mapToObj(n -> {
            String symbol = symbols[random.nextInt(SYMBOLS)];
            long time = OPENING + n * STEP + random.nextLong(STEP);
            int bid = random.nextInt(1_00, 999_99 + 1);
            int ask = bid + random.nextInt(5 + 1);
            return new Quote(symbol, time, bid / 100.0, ask / 100.0, size(random), size(random));
        });
    }

    private static int size(SplittableRandom random) {
        return random.nextInt(1, 100_000 + 1);
    }

    private static String[] symbols(SplittableRandom random) {
        Set<String> symbols = new LinkedHashSet<>();
        while (symbols.size() < SYMBOLS) {
            StringBuilder symbol = new StringBuilder();
            for (int left = random.nextInt(3, 8 + 1); left > 0; left--) {
                symbol.append((char) ('A' + random.nextInt(26)));
            }
            symbols.add(symbol.toString());
        }
        return symbols.toArray(String[]::new);
    }
}
