package dev.callcost.transport.target;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import java.util.List;

/** Has the descriptors of services. */
interface DescriptorSource {
    /** The file that declares a service or a message, maybe among others; empty when there is none. */
    List<FileDescriptorProto> declaring(String symbol);

    /** A file by its name, maybe among others; empty when there is none. */
    List<FileDescriptorProto> named(String file);

    /** The full names of all services but reflection. */
    List<String> services();

    /** What is wrong when a file is missing that another imports. */
    TargetException lacks(String file);

    /** What has the descriptors, for the record. */
    String describe();

    /** What has the services, for messages. */
    String place();
}
