/**
 * One fork: the row of a jar that it measures, the JVM and the arguments that it runs with, how it is started, guarded and ended, and the
 * one outcome it comes to; and two forks that take turns. Who asks for forks, and why, is no matter here.
 */
package dev.callcost.fork;
