/**
 * Where a gRPC server runs, in this JVM or in a child process that ends with its parent, and what it serves: to our clients, and by
 * {@link dev.callcost.transport.serve.Serving} to any.
 */
package dev.callcost.transport.serve;
