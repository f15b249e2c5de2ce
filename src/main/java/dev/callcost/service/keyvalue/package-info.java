/**
 * The key-value service of {@code proto/keyvalue.proto}: {@link dev.callcost.service.keyvalue.Store} has the ways to
 * guard the map against concurrent calls, {@link dev.callcost.service.keyvalue.KeyValueHandlers} puts one of them
 * behind gRPC. No client, server or channel belongs here.
 *
 * <p>Source: Carl Mastrangelo, "So You Want to Optimize gRPC", parts 1 and 2, 2018.
 */
package dev.callcost.service.keyvalue;
