/**
 * The formats of Chronicle Bytes and Wire: how their messages are written to bytes and read with every length checked.
 * All but {@link dev.callcost.wireformat.chronicle.CopyingWireFormat} use the marshaller of the package below.
 */
package dev.callcost.wireformat.chronicle;
