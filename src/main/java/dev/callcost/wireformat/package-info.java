/**
 * How the message of a call becomes bytes and a message again: {@link dev.callcost.wireformat.WireFormat} names the
 * formats, a {@link dev.callcost.wireformat.MessageFormat} is one of them with messages native to it.
 *
 * <p>An adapter lives here, or in a sub-package when its library needs several files. Channels, servers and what the
 * call computes do not belong here.
 */
package dev.callcost.wireformat;
