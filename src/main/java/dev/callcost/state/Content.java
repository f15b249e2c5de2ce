package dev.callcost.state;

import dev.callcost.transport.GrpcConnection;
import dev.callcost.wireformat.MessageFormat;
import dev.callcost.wireformat.WireFormat;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** What messages of one type hold, drawn from {@link MessageContent#random()}: as many as {@link #messages()}, the same ones each time. */
interface Content {
    /** How many strings Chronicle's cache has places for, and how many characters one in it may have. */
    int STRING_CACHE = 4096;

    /**
     * How many different messages are used one after the other, a power of two.
     *
     * <p>Four times as many as Chronicle's cache of strings has places, so that of texts that all differ hardly one is still there when it
     * comes again; as in calls whose texts differ.
     */
    int messages();

    /** A text of so many characters makes a call's message that is no longer than any of these, in every wire format. */
    int leastCharacters();

    /** The messages in a wire format. */
    Drawn<?> in(WireFormat wireFormat);

    /**
     * Calls over a connection, one with each message.
     *
     * @return takes the call's two arguments, which a message of another type does not have, and returns the answer
     */
    Stream<IntBinaryOperator> calls(GrpcConnection<?> connection);

    /** What a call with the nth message, from 0, and these arguments must return; for tests. */
    int answer(int n, int k, int i);

    /**
     * Messages in a wire format.
     *
     * @param format how they become bytes
     * @param messages the messages
     * @param combined reads every field of a message and combines them into one number
     */
    record Drawn<M>(MessageFormat<M> format, Stream<M> messages, ToIntFunction<M> combined) {}
}
