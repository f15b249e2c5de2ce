/**
 * What builds leave: jars with and without their libraries, folders of classes, files with a class path, jars within a
 * jar. Each of them becomes a jar that JMH's forks can run from. Which benchmarks it has is no part of it.
 */
package dev.callcost.layout;
