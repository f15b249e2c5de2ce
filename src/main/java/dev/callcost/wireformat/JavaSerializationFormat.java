package dev.callcost.wireformat;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * The JDK's serialization of a record, with a new stream for each message. The class and its fields are described by name in every message, as RMI
 * describes them once per call.
 *
 * <p>Schema evolution: fields have names, a missing number is 0, an unknown field is skipped, missing text or longs are refused, and a quote's
 * missing symbol is empty. Text is Java's modified UTF-8, so every Java string survives.
 *
 * <p>Serialization loads the classes that its input names, creates arrays of any length and follows objects to any depth. This format loads only the
 * message's own class and its array, limits the array to the longs that fit the input, and allows no objects inside these.
 */
public record JavaSerializationFormat(MethodDescriptor.Marshaller<Message> marshaller)
        implements CallFormat<JavaSerializationFormat.Message> {
    JavaSerializationFormat() {
        this(new JavaMarshaller<>(Message.class, Message.class, long[].class));
    }

    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new JavaMarshaller<>(PlainQuotes.Quote.class, PlainQuotes.Quote.class));
    }

    @Override
    public Message message(int k, int i, String text, long[] longs) {
        return new Message(k, i, text, longs);
    }

    @Override
    public int k(Message message) {
        return message.k();
    }

    @Override
    public int i(Message message) {
        return message.i();
    }

    @Override
    public String text(Message message) {
        return message.text();
    }

    @Override
    public long[] longs(Message message) {
        return message.longs();
    }

    public record Message(int k, int i, String text, long[] longs) implements Serializable {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    /**
     * Keeps nothing between messages, because the JDK's streams cannot be reused.
     *
     * @param parts the classes that a message describes: the type itself and its parts that are no texts
     */
    private record JavaMarshaller<M>(Class<M> type, Class<?>... parts) implements MethodDescriptor.Marshaller<M> {
        @Override
        public InputStream stream(M message) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(message);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // the bytes are memory
            }
            return new MessageFormat.ArrayStream(bytes.toByteArray());
        }

        @Override
        public M parse(InputStream stream) {
            try {
                InputStream known =
                        stream instanceof KnownLength ? stream : new ByteArrayInputStream(stream.readAllBytes());
                ObjectInputStream in = new MessageInput(known, known.available(), parts);
                M message = type.cast(in.readObject());
                if (message == null || in.read() >= 0 || known.read() >= 0) {
                    throw new StreamCorruptedException("more or less than one message");
                }
                return message;
            } catch (IOException | ClassNotFoundException | RuntimeException e) {
                throw MessageFormat.refused("JAVA_SERIALIZATION: not a message", e);
            }
        }
    }

    private static final class MessageInput extends ObjectInputStream {
        /** A message and its parts. */
        private static final int DEPTH = 2;

        private final Class<?>[] parts;

        MessageInput(InputStream in, int length, Class<?>[] parts) throws IOException {
            super(in);
            this.parts = parts;
            setObjectInputFilter(info -> info.depth() <= DEPTH && info.arrayLength() <= length / Long.BYTES
                    ? ObjectInputFilter.Status.UNDECIDED
                    : ObjectInputFilter.Status.REJECTED);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException {
            for (Class<?> part : parts) {
                if (described.getName().equals(part.getName())) {
                    return part;
                }
            }
            throw new InvalidClassException(described.getName(), "no part of a message");
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("a proxy is no part of a message");
        }
    }
}
