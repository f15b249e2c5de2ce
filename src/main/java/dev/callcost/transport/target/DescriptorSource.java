package dev.callcost.transport.target;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import java.util.List;

/** Has the descriptors of services. */
interface DescriptorSource {
    /** Files, one of which declares a service or a message; empty when no file does. */
    List<FileDescriptorProto> declaring(String symbol);

    /** Files, one of which has this name; empty when no file has it. */
    List<FileDescriptorProto> named(String file);

    /** The full names of all services but reflection. */
    List<String> services();

    /** The exception for a file that is missing and that another file imports. */
    TargetException lacks(String file);

    /** What has the descriptors, for the record. */
    String describe();

    /** What has the services, for messages. */
    String place();
}
