/**
 * Where the server of a connection runs: in this JVM or in one of its own, which is a child process that ends with its parent; and
 * what such a server serves.
 */
package dev.callcost.transport.serve;
