package dev.callcost.transport.target;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;

/** Descriptors in a file, as {@code protoc --include_imports --descriptor_set_out} writes it. */
record DescriptorSet(String place, List<FileDescriptorProto> files) implements DescriptorSource {
    /** @throws TargetException (file) when it is no descriptor set */
    static DescriptorSet read(String path) {
        try {
            List<FileDescriptorProto> files =
                    FileDescriptorSet.parseFrom(TargetFiles.bytes(path)).getFileList();
            if (files.isEmpty()) {
                throw new TargetException(TargetException.Kind.FILE, path + ": has no descriptors");
            }
            return new DescriptorSet(path, files);
        } catch (InvalidProtocolBufferException e) {
            throw new TargetException(TargetException.Kind.FILE, path + ": is no descriptor set of protoc");
        }
    }

    @Override
    public List<FileDescriptorProto> declaring(String symbol) {
        return files;
    }

    @Override
    public List<FileDescriptorProto> named(String file) {
        return List.of();
    }

    @Override
    public List<String> services() {
        return files.stream()
                .flatMap(file -> file.getServiceList().stream()
                        .map(service -> file.getPackage().isEmpty()
                                ? service.getName()
                                : file.getPackage() + "." + service.getName()))
                .toList();
    }

    @Override
    public TargetException lacks(String file) {
        return new TargetException(
                TargetException.Kind.FILE, place + ": lacks " + file + ": write it by protoc --include_imports");
    }

    @Override
    public String describe() {
        return "descriptor set";
    }
}
