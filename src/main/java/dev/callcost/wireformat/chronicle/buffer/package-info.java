/**
 * The gRPC marshaller that reuses its buffers, without a format: a
 * {@link dev.callcost.wireformat.chronicle.buffer.MessageBuffer} encodes and decodes in place, an
 * {@link dev.callcost.wireformat.chronicle.buffer.EncodedStream} owns one while gRPC reads it, and
 * {@link dev.callcost.wireformat.chronicle.buffer.BufferMarshaller} hands them out.
 */
package dev.callcost.wireformat.chronicle.buffer;
