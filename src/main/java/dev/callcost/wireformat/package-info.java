/**
 * Encoding and decoding of messages: {@link dev.callcost.wireformat.WireFormat} lists the formats, {@link dev.callcost.wireformat.CallFormat} has the
 * messages of calls, {@link dev.callcost.wireformat.QuoteFormat} market quotes.
 *
 * <p>An adapter is one file. Formats over reused buffers share the buffer and its marshaller; Chronicle's wires share their fields and guards.
 * Channels, servers and the function do not belong here.
 */
package dev.callcost.wireformat;
