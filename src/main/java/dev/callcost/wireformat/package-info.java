/**
 * How the message of a call becomes bytes and a message again: {@link dev.callcost.wireformat.WireFormat} names the formats, a
 * {@link dev.callcost.wireformat.MessageFormat} is one of them with messages native to it.
 *
 * <p>An adapter is one file; Chronicle's formats share their buffers, their reader of fields and their UTF-8. Channels, servers and what
 * the call computes do not belong here.
 */
package dev.callcost.wireformat;
