/**
 * The formats of Chronicle Bytes and Wire, and the gRPC marshaller they share: a
 * {@link dev.callcost.wireformat.chronicle.MessageBuffer} encodes and decodes in place, an
 * {@link dev.callcost.wireformat.chronicle.EncodedStream} owns one while gRPC reads it, and
 * {@link dev.callcost.wireformat.chronicle.BufferMarshaller} hands them out.
 */
package dev.callcost.wireformat.chronicle;
