package dev.callcost.transport.target;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds a method in the descriptors of a service, and reads and writes its messages as JSON. */
final class TargetSchema {
    /** The type of a message in a {@code google.protobuf.Any}. */
    private static final Pattern TYPE = Pattern.compile("\"@type\"\\s*:\\s*\"[^\"]*/([\\w.]+)\"");

    /** In the message of a syntax error. */
    private static final Pattern POSITION = Pattern.compile(" at line \\d+ column \\d+");

    private final DescriptorSource source;
    private final Map<String, FileDescriptorProto> read = new HashMap<>();
    private final Map<String, FileDescriptor> files = new HashMap<>();

    TargetSchema(DescriptorSource source) {
        this.source = source;
    }

    /**
     * @param named {@code package.Service/Method} or {@code package.Service.Method}
     * @throws TargetException (usage) when there is no such method, or it is not unary
     */
    MethodDescriptor method(String named) {
        String call = named.replaceFirst("^/", "");
        int end = Math.max(call.lastIndexOf('/'), call.contains("/") ? -1 : call.lastIndexOf('.'));
        ServiceDescriptor service = service(call.substring(0, Math.max(0, end)))
                .or(() -> service(call))
                .orElseThrow(() -> unknown(call, "services", source.services()));
        MethodDescriptor method = service.findMethodByName(call.substring(end + 1));
        if (method == null) {
            List<String> methods = service.getMethods().stream()
                    .map(it -> service.getFullName() + "/" + it.getName())
                    .toList();
            throw unknown(call, "methods", methods);
        }
        if (method.isClientStreaming() || method.isServerStreaming()) {
            throw new TargetException(
                    TargetException.Kind.USAGE, call + " is a streaming method: only unary methods can be measured");
        }
        return method;
    }

    private TargetException unknown(String call, String what, List<String> there) {
        return new TargetException(
                TargetException.Kind.USAGE,
                (call.isEmpty() ? "no method is named" : "no method " + call) + "; " + source.place() + " has "
                        + (there.isEmpty() ? "no " + what : "the " + what + " " + String.join(", ", there)));
    }

    private Optional<ServiceDescriptor> service(String name) {
        return name.isEmpty()
                ? Optional.empty()
                : declaring(name).stream()
                        .flatMap(file -> file.getServices().stream())
                        .filter(service -> service.getFullName().equals(name))
                        .findFirst();
    }

    private List<FileDescriptor> declaring(String symbol) {
        return add(source.declaring(symbol)).stream().map(this::file).toList();
    }

    private List<String> add(List<FileDescriptorProto> more) {
        more.forEach(file -> read.putIfAbsent(file.getName(), file));
        return more.stream().map(FileDescriptorProto::getName).toList();
    }

    /** Builds a file after those that it imports. */
    private FileDescriptor file(String name) {
        if (files.containsKey(name)) {
            FileDescriptor built = files.get(name);
            if (built == null) {
                throw new TargetException(TargetException.Kind.FILE, source.place() + ": " + name + " imports itself");
            }
            return built;
        }
        if (!read.containsKey(name)) {
            add(source.named(name));
        }
        FileDescriptorProto proto = Optional.ofNullable(read.get(name)).orElseThrow(() -> source.lacks(name));
        files.put(name, null);
        FileDescriptor[] imports =
                proto.getDependencyList().stream().map(this::file).toArray(FileDescriptor[]::new);
        try {
            files.put(name, FileDescriptor.buildFrom(proto, imports));
        } catch (DescriptorValidationException e) {
            throw new TargetException(
                    TargetException.Kind.FAILURE, source.place() + ": its descriptors are wrong: " + e.getMessage());
        }
        return files.get(name);
    }

    /**
     * Reads a message in protobuf's JSON from a file.
     *
     * @param path empty for an empty message
     * @throws TargetException (usage) when a field or its value is wrong, (file) when it is no JSON
     */
    DynamicMessage message(Descriptor type, String path) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        if (path.isEmpty()) {
            return message.build();
        }
        String json = TargetFiles.text(path);
        try {
            JsonFormat.parser().usingTypeRegistry(types(json)).merge(json, message);
        } catch (InvalidProtocolBufferException e) {
            Matcher syntax = POSITION.matcher(e.getMessage());
            if (syntax.find()) {
                throw new TargetException(TargetException.Kind.FILE, path + ": is no JSON" + syntax.group());
            }
            String there = e.getMessage().endsWith(" in message " + type.getFullName())
                    ? "; there are "
                            + type.getFields().stream()
                                    .map(FieldDescriptor::getJsonName)
                                    .collect(Collectors.joining(", "))
                    : "";
            throw new TargetException(TargetException.Kind.USAGE, path + ": " + e.getMessage() + there);
        }
        return message.build();
    }

    /** @throws TargetException (failure) when the bytes are no such message */
    DynamicMessage reply(Descriptor type, byte[] bytes) {
        try {
            return DynamicMessage.parseFrom(type, bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new TargetException(
                    TargetException.Kind.FAILURE,
                    "the reply is no " + type.getFullName() + " of " + source.place() + ": " + e.getMessage());
        }
    }

    /** JSON on one line. */
    String json(DynamicMessage message) {
        try {
            return JsonFormat.printer()
                    .omittingInsignificantWhitespace()
                    .usingTypeRegistry(types(""))
                    .print(message);
        } catch (InvalidProtocolBufferException e) {
            // an Any has a message of a file that was not read
            return "not shown: " + e.getMessage();
        }
    }

    /** All messages of the files read, and those that a JSON text names. */
    private TypeRegistry types(String json) {
        TYPE.matcher(json).results().forEach(type -> declaring(type.group(1)));
        List<Descriptor> types = new ArrayList<>();
        files.values().forEach(file -> types.addAll(file.getMessageTypes()));
        return TypeRegistry.newBuilder().add(types).build();
    }
}
