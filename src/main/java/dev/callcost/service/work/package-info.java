/**
 * Work that a handler simulates, and what is known of it afterwards: how long it really took, and how many handlers were at it.
 *
 * <p>Nothing here knows a service, a store or gRPC.
 */
package dev.callcost.service.work;
