/**
 * What benchmarks call: the suite's function and the services that put it behind gRPC and RMI, the echo service, the key-value service in {@code
 * keyvalue}, and the work that handlers simulate. Nothing here depends on the transport, executor or wire format of a call.
 */
package dev.callcost.service;
