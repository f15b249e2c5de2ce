/**
 * What benchmarks call: the suite's function and its RMI interface, the echo service, the key-value service in
 * {@code keyvalue}, and the work that handlers simulate. Nothing here depends on the transport, executor or wire format
 * of a call; services in any wire format are in {@code transport}.
 */
package dev.callcost.service;
