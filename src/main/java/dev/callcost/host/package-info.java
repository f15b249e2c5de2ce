/**
 * The host of a measurement, as the system and the build describe it: machine, settings, limits, other processes, and which versions this
 * jar holds. What cannot be known is {@code unknown} or left out, and no error.
 */
package dev.callcost.host;
