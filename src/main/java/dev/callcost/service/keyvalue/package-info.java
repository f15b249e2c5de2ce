/**
 * The key-value service of {@code proto/keyvalue.proto}: {@link dev.callcost.service.keyvalue.Store} names the ways to keep the map
 * whole under concurrent calls, {@link dev.callcost.service.keyvalue.KeyValueHandlers} puts one of them behind gRPC.
 *
 * <p>Source: Carl Mastrangelo, "So You Want to Optimize gRPC", parts 1 and 2, 2018. No client, no server, no channel belongs here.
 */
package dev.callcost.service.keyvalue;
