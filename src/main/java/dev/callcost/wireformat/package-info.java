/**
 * How the message of a call becomes bytes and a message again: {@link dev.callcost.wireformat.WireFormat} names the formats, a
 * {@link dev.callcost.wireformat.MessageFormat} is one of them with messages native to it.
 *
 * <p>An adapter is one file here; {@code chronicle} is a package because its formats share buffers, text and checks. Channels, servers
 * and what the call computes do not belong here.
 */
package dev.callcost.wireformat;
