/** The local tier: calls within the JVM, by their binding; and messages encoded and decoded without a call. */
package dev.callcost.benchmark.local;
