/** A side of a comparison: its jar, JVM and arguments, the rows it has, and how one of its forks is run in a process of its own. */
package dev.callcost.run.compare.side;
