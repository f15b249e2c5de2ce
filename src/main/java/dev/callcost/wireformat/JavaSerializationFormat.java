package dev.callcost.wireformat;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
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
 * The JDK's own serialization of a record (Java Object Serialization Specification), as RMI has it, but for a stream of its own with each message: the class
 * and its fields are described by name every time, which RMI does once a call as well.
 *
 * <p>Schema evolution: fields go by name, a missing number is 0, an unknown field is skipped; a missing text or missing longs are refused, a
 * quote's missing symbol is empty. Text is Java's modified UTF-8, so that every Java string survives, unpaired surrogates too.
 *
 * <p>Serialization loads what classes its input names, makes arrays as long as it says and follows objects as deep as they go. Here nothing is
 * loaded but the message's own class and its array, if it has one, of no more longs than the input has bytes for, and objects hold no objects but
 * these.
 */
public final class JavaSerializationFormat implements CallFormat<JavaSerializationFormat.Message> {
    private final JavaMarshaller<Message> marshaller = new JavaMarshaller<>(Message.class, Message.class, long[].class);

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

    @Override
    public MethodDescriptor.Marshaller<Message> marshaller() {
        return marshaller;
    }

    /** The message: just its fields. */
    public record Message(int k, int i, String text, long[] longs) implements Serializable {
        public Message {
            Objects.requireNonNull(text);
            Objects.requireNonNull(longs);
        }
    }

    /** The format of quotes. */
    static QuoteFormat<PlainQuotes.Quote> quotes() {
        return new PlainQuotes(new JavaMarshaller<>(PlainQuotes.Quote.class, PlainQuotes.Quote.class));
    }

    /** Keeps nothing from one message to the next, as the JDK's streams cannot be used again. */
    private static final class JavaMarshaller<M> implements MethodDescriptor.Marshaller<M> {
        private final Class<M> type;
        private final Class<?>[] parts;

        /** A marshaller of that type, and the classes that are described in a message: the type itself and what it holds beside texts. */
        JavaMarshaller(Class<M> type, Class<?>... parts) {
            this.type = type;
            this.parts = parts;
        }

        @Override
        public InputStream stream(M message) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(message);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // the bytes are memory
            }
            return new ArrayStream(bytes.toByteArray());
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
                throw Status.INTERNAL
                        .withDescription("JAVA_SERIALIZATION: not a message: " + e.getMessage())
                        .withCause(e)
                        .asRuntimeException();
            }
        }
    }

    /** Reads a message and nothing else. */
    private static final class MessageInput extends ObjectInputStream {
        /** A message, and what it holds. */
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
