/**
 * How messages become bytes and messages again: {@link dev.callcost.wireformat.WireFormat} names the formats, a
 * {@link dev.callcost.wireformat.CallFormat} is one of them with the call's messages native to it, a
 * {@link dev.callcost.wireformat.QuoteFormat} with market quotes.
 *
 * <p>An adapter is one file; formats over reused buffers share these, and Chronicle's wires the fields and the look at what surrounds them.
 * Channels, servers and what the call computes do not belong here.
 */
package dev.callcost.wireformat;
