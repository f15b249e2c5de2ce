/**
 * What is called: the suite's one function and the services that put it behind gRPC and RMI; the echo service; in {@code keyvalue} the
 * key-value service; and the work that handlers simulate.
 *
 * <p>Nothing here knows which transport, executor or wire format carries the call.
 */
package dev.callcost.service;
