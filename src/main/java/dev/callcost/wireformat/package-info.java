/**
 * Encoding and decoding of messages. An adapter is one file, with the messages of
 * {@link dev.callcost.wireformat.CallFormat}. Formats over reused buffers share the buffer and its marshaller;
 * Chronicle's wires share fields.
 */
package dev.callcost.wireformat;
