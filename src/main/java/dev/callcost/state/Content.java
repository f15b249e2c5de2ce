package dev.callcost.state;

import dev.callcost.transport.GrpcConnection;
import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.WireFormat;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The content of messages of one type, drawn from {@link MessageContent#random()}: the same {@link #messages()} messages each time. */
interface Content {
    /** The number of places in Chronicle's cache of strings, and the most characters of a cached string. */
    int STRING_CACHE = 4096;

    /**
     * The number of different messages that are used in turn, a power of two.
     *
     * <p>It is four times the number of places in Chronicle's cache of strings. So when distinct texts repeat, hardly any is still cached, as in
     * calls whose texts differ.
     */
    int messages();

    /** A number of characters: a call's message with such a text is no longer than any of these messages, in every wire format. */
    int leastCharacters();

    Drawn<?> in(WireFormat wireFormat);

    /**
     * Calls over a connection, one with each message.
     *
     * @return takes k and i, which messages of another type ignore, and returns the answer
     */
    Stream<IntBinaryOperator> calls(GrpcConnection<?> connection);

    /** The expected answer of a call with the nth message, from 0; for tests. */
    int answer(int n, int k, int i);

    /**
     * @param format how they become bytes
     * @param combined reads every field of a message and combines them into one number
     */
    record Drawn<M>(MessageFormat<M> format, Stream<M> messages, ToIntFunction<M> combined) {}
}
