/** The local tier: calls within the JVM, by the way the call is bound; and messages turned into bytes and back, without a call. */
package dev.callcost.benchmark.local;
