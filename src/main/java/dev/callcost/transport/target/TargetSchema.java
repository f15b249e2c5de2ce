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
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The descriptors of services: finds a method, and reads and writes its messages as JSON. */
abstract class TargetSchema {
    /** In the message of a syntax error. */
    private static final Pattern POSITION = Pattern.compile(" at line \\d+ column \\d+");

    /** What has the services, for messages. */
    final String place;

    /** What has the descriptors, for the record. */
    final String source;

    private final TargetException.ErrorKind kind;
    private final String instead;
    private final Map<String, FileDescriptorProto> read = new HashMap<>();
    private final Map<String, FileDescriptor> files = new HashMap<>();

    /**
     * @param kind of a failure of the descriptors
     * @param instead ends its message: where to take other descriptors from
     */
    TargetSchema(String place, String source, TargetException.ErrorKind kind, String instead) {
        this.place = place;
        this.source = source;
        this.kind = kind;
        this.instead = instead;
    }

    /** @param what is wrong with the descriptors */
    final TargetException wrong(String what) {
        return new TargetException(kind, place + ": " + what.replaceFirst("[.!]$", "") + instead);
    }

    /** Files, one of which declares a service or a message; empty when no file does. */
    abstract List<FileDescriptorProto> declaring(String symbol);

    /**
     * Files, one of which has this name.
     *
     * @throws TargetException when no file has it, though another file imports it
     */
    abstract List<FileDescriptorProto> named(String file);

    /** The full names of all services but reflection. */
    abstract List<String> services();

    /**
     * @param named {@code package.Service/Method} or {@code package.Service.Method}
     * @throws TargetException (usage) when there is no such method, or it is not unary
     */
    final MethodDescriptor method(String named) {
        String call = named.replaceFirst("^/", "");
        int end = Math.max(call.lastIndexOf('/'), call.contains("/") ? -1 : call.lastIndexOf('.'));
        String parent = call.substring(0, Math.max(0, end));
        ServiceDescriptor service = service(parent)
                .or(() -> service(call))
                .orElseThrow(() -> services().contains(parent)
                        ? wrong("has no descriptor of its service " + parent)
                        : unknown(call, "services", services()));
        MethodDescriptor method = service.findMethodByName(call.substring(end + 1));
        if (method == null) {
            List<String> methods = service.getMethods().stream()
                    .map(it -> service.getFullName() + "/" + it.getName())
                    .toList();
            throw unknown(call, "methods", methods);
        }
        if (method.isClientStreaming() || method.isServerStreaming()) {
            throw TargetException.usage(call + " is a streaming method: only unary methods can be measured");
        }
        return method;
    }

    private TargetException unknown(String call, String what, List<String> there) {
        return TargetException.usage((call.isEmpty() ? "no method is named" : "no method " + call) + "; " + place
                + " has " + (there.isEmpty() ? "no " + what : "the " + what + " " + String.join(", ", there)));
    }

    private Optional<ServiceDescriptor> service(String name) {
        return name.isEmpty()
                ? Optional.empty()
                : built(name).stream()
                        .flatMap(file -> file.getServices().stream())
                        .filter(service -> service.getFullName().equals(name))
                        .findFirst();
    }

    private List<FileDescriptor> built(String symbol) {
        List<FileDescriptorProto> declaring = declaring(symbol);
        add(declaring);
        return declaring.stream().map(file -> file(file.getName())).toList();
    }

    private void add(List<FileDescriptorProto> more) {
        more.forEach(file -> read.putIfAbsent(file.getName(), file));
    }

    /** Builds a file after those that it imports. */
    private FileDescriptor file(String name) {
        if (files.containsKey(name)) {
            return files.get(name);
        }
        if (!read.containsKey(name)) {
            add(named(name));
        }
        FileDescriptorProto proto = read.get(name);
        FileDescriptor[] imports =
                proto.getDependencyList().stream().map(this::file).toArray(FileDescriptor[]::new);
        try {
            files.put(name, FileDescriptor.buildFrom(proto, imports));
        } catch (DescriptorValidationException | RuntimeException e) { // also of an edition that protobuf does not know
            throw wrong(name + " is wrong: " + e.getMessage());
        }
        return files.get(name);
    }

    /**
     * Reads a message in protobuf's JSON from a file.
     *
     * @param path empty for an empty message
     * @throws TargetException (usage) when a field or its value is wrong, or a required field is missing, (file) when
     *     it is no JSON
     */
    final DynamicMessage message(Descriptor type, String path) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        if (!path.isEmpty()) {
            merge(type, path, message);
        }
        if (!message.isInitialized()) {
            throw TargetException.usage((path.isEmpty() ? "the request is an empty message, and " : path + ": ")
                    + type.getFullName() + " requires " + String.join(", ", message.findInitializationErrors())
                    + (path.isEmpty() ? ": -d '{...}' gives the request (a benchmark: -p request=FILE)" : ""));
        }
        return message.build();
    }

    private void merge(Descriptor type, String path, DynamicMessage.Builder message) {
        String json = TargetFiles.read(path, Files::readString);
        try {
            JsonFormat.parser().usingTypeRegistry(types()).merge(json, message);
        } catch (InvalidProtocolBufferException e) {
            Matcher syntax = POSITION.matcher(e.getMessage());
            if (syntax.find()) {
                throw TargetException.file(path + ": is no JSON" + syntax.group());
            }
            String there = type.getFields().stream()
                    .map(FieldDescriptor::getJsonName)
                    .collect(Collectors.joining(", ", "; there are ", ""));
            boolean isUnknown = e.getMessage().endsWith(" in message " + type.getFullName());
            throw TargetException.usage(path + ": " + e.getMessage() + (isUnknown ? there : ""));
        }
    }

    /** JSON on one line. */
    final String json(DynamicMessage message) {
        try {
            return JsonFormat.printer()
                    .omittingInsignificantWhitespace()
                    .usingTypeRegistry(types())
                    .print(message);
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            // an Any has a message of a file that was not read, or a Timestamp or a number is none of JSON's
            return "not shown: " + e.getMessage();
        }
    }

    /** All messages of the files read. */
    private TypeRegistry types() {
        TypeRegistry.Builder types = TypeRegistry.newBuilder();
        files.values().forEach(file -> types.add(file.getMessageTypes()));
        return types.build();
    }
}
