/** One fork: the JVM it runs on, the arguments that JVM needs, how it is started and stopped, and what came back. */
package dev.callcost.run.fork;
