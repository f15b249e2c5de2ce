package dev.callcost.transport.target;

import com.google.protobuf.Descriptors;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.callcost.transport.Opened;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSession;

/**
 * A unary method of a service that is not this suite's, connected. The request is encoded once, and each call sends
 * these bytes. The first reply is decoded; the bytes of others are received but not decoded, so that no wire format is
 * measured with the call. gRPC's own defaults hold for the channel, over NIO, and over epoll to a Unix domain socket.
 */
public final class Target extends Opened {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s|m)");

    /** Characters of a reply: a line or a few of a terminal. */
    private static final int SHOWN = 300;

    /** A first call without a deadline must end, too. */
    private static final long PATIENCE_SECONDS = 60;

    private final TargetOptions options;
    private final TargetChannel way;
    private final ManagedChannel channel;
    private final long deadlineNanos;
    private final String reply;
    private MethodDescriptor<byte[], Integer> method;
    private byte[] request;

    private Target(TargetOptions options, String metadata) {
        this.options = options;
        way = new TargetChannel(options, metadata);
        deadlineNanos = deadline(options.deadline());
        channel = step(() -> named(() -> part(way.open()).get()));
        reply = step(() -> named(this::prepare));
    }

    /**
     * The one place for exceptions of protobuf, gRPC and their parsers that no message was written for: names the call.
     */
    private <T> T named(Callable<T> step) {
        try {
            return step.call();
        } catch (TargetException | UnsupportedOperationException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            throw TargetException.failure(options.call() + " at " + options.address() + " cannot be called: " + e);
        }
    }

    /**
     * Connects, finds the method, encodes the request and makes a first call. Metadata are those of the file and of the
     * environment variable {@value TargetOptions#METADATA}.
     *
     * @throws TargetException with one line, when a part of that fails
     * @throws UnsupportedOperationException when this machine has no Unix domain sockets by epoll
     */
    public static Target open(TargetOptions options) {
        return open(
                options,
                Optional.ofNullable(System.getenv(TargetOptions.METADATA)).orElse(""));
    }

    /** As {@link #open(TargetOptions)}, with these lines of metadata in place of the environment variable's. */
    public static Target open(TargetOptions options, String metadata) {
        return new Target(options, metadata);
    }

    /** Nanoseconds; 0 for none. */
    private static long deadline(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw TargetException.usage("deadline " + text + ": expected a time such as 500ms or 1s");
        }
        TimeUnit unit = switch (parts.group(2)) {
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            default -> TimeUnit.MINUTES;
        };
        return unit.toNanos(Long.parseLong(parts.group(1)));
    }

    /** Finds the method, makes the first call, and returns its reply. */
    private String prepare() throws InterruptedException, InvalidProtocolBufferException {
        TargetSchema schema = options.descriptorSet().isEmpty()
                ? ServerReflection.of(channel, options.address(), way)
                : new DescriptorSet(options.descriptorSet());
        Descriptors.MethodDescriptor found = schema.method(options.call());
        String name = found.getService().getFullName() + "/" + found.getName();
        request = schema.message(found.getInputType(), options.request()).toByteArray();
        method = method(name, new BytesMarshaller.Counting());
        facts.put("descriptors", schema.source);
        facts.put("target", name);
        byte[] bytes = first(name);
        facts.put("transport", way.isUnix() ? "UDS" : "NIO");
        facts.put("requestBytes", Integer.toString(request.length));
        facts.put("replyBytes", Integer.toString(bytes.length));
        DynamicMessage first = DynamicMessage.newBuilder(found.getOutputType())
                .mergeFrom(bytes)
                .buildPartial(); // a reply that lacks a required field is a reply
        return shown(schema.json(first), bytes.length);
    }

    /** The beginning of a long text, with the size of its message. */
    private static String shown(String json, int bytes) {
        return json.length() <= SHOWN
                ? json
                : json.substring(0, SHOWN) + String.format(Locale.ROOT, "... (%,d bytes)", bytes);
    }

    private static <R> MethodDescriptor<byte[], R> method(String name, MethodDescriptor.Marshaller<R> replies) {
        return MethodDescriptor.newBuilder(new BytesMarshaller(), replies)
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(name)
                .build();
    }

    private CallOptions deadline(long nanos) {
        return nanos == 0 ? CallOptions.DEFAULT : CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS);
    }

    private byte[] first(String name) throws InterruptedException {
        long nanos = deadlineNanos == 0 ? TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS) : deadlineNanos;
        ClientCall<byte[], byte[]> call =
                ((Channel) channel).newCall(method(name, new BytesMarshaller()), deadline(nanos));
        try {
            byte[] bytes = ClientCalls.futureUnaryCall(call, request).get();
            facts.put("remote", remote(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)));
            facts.put("security", security(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION)));
            return bytes;
        } catch (ExecutionException e) {
            throw way.failed(name, (StatusRuntimeException) e.getCause());
        }
    }

    private String security(SSLSession tls) {
        if (tls == null) {
            return "plaintext";
        }
        return tls.getProtocol()
                + (options.security().tls().equals(TargetOptions.INSECURE) ? ", certificate not checked" : "");
    }

    private String remote(SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : options.address();
    }

    /** The reply to the first call: JSON on one line, of a long reply the beginning and the size. */
    public String reply() {
        return reply;
    }

    /** Such as {@code helloworld.Greeter/SayHello at 127.0.0.1:50051, plaintext}. */
    public String describe() {
        return method.getFullMethodName() + " at " + options.address() + ", " + facts.get("security");
    }

    /**
     * Makes a call and waits for its end.
     *
     * @return the bytes of the reply
     * @throws TargetException when it is not OK
     */
    public int call() {
        try {
            return ClientCalls.blockingUnaryCall(channel, method, deadline(deadlineNanos), request);
        } catch (StatusRuntimeException e) {
            throw way.failed(method.getFullMethodName(), e);
        }
    }

    /**
     * Sends a call without waiting for its end.
     *
     * @param failed takes the name of a gRPC status, such as {@code UNAVAILABLE}
     */
    public void send(Runnable answered, Consumer<String> failed) {
        StreamObserver<Integer> end = new StreamObserver<>() {
            @Override
            public void onNext(Integer message) {
                // the end follows
            }

            @Override
            public void onError(Throwable failure) {
                failed.accept(Status.fromThrowable(failure).getCode().name());
            }

            @Override
            public void onCompleted() {
                answered.run();
            }
        };
        ClientCalls.asyncUnaryCall(channel.newCall(method, deadline(deadlineNanos)), request, end);
    }
}
