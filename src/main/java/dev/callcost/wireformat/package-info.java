/**
 * How the message of a call becomes bytes and a message again: {@link dev.callcost.wireformat.WireFormat} names the formats, a
 * {@link dev.callcost.wireformat.MessageFormat} is one of them with messages native to it.
 *
 * <p>An adapter is one file; formats over reused buffers share these, and Chronicle's wires the fields and the look at what surrounds them. Channels, servers and what
 * the call computes do not belong here.
 */
package dev.callcost.wireformat;
