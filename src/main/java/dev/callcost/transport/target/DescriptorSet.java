package dev.callcost.transport.target;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.file.Files;
import java.util.List;

/** Descriptors in a file, as {@code protoc --include_imports --descriptor_set_out} writes it. */
final class DescriptorSet extends TargetSchema {
    private final List<FileDescriptorProto> files;

    /** @throws TargetException (file) when it is no descriptor set */
    DescriptorSet(String path) {
        super(path, "descriptor set", TargetException.ErrorKind.FILE, "");
        try {
            files = FileDescriptorSet.parseFrom(TargetFiles.read(path, Files::readAllBytes))
                    .getFileList();
        } catch (InvalidProtocolBufferException e) {
            throw TargetException.file(path + ": is no descriptor set of protoc");
        }
        if (files.isEmpty()) {
            throw TargetException.file(path + ": has no descriptors");
        }
    }

    @Override
    List<FileDescriptorProto> declaring(String symbol) {
        return files;
    }

    @Override
    List<FileDescriptorProto> named(String file) {
        throw wrong("lacks " + file + ": write it by protoc --include_imports");
    }

    @Override
    List<String> services() {
        return files.stream()
                .flatMap(file -> file.getServiceList().stream()
                        .map(service -> file.getPackage().isEmpty()
                                ? service.getName()
                                : file.getPackage() + "." + service.getName()))
                .toList();
    }
}
