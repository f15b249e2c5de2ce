/**
 * The host of a measurement: machine, settings, limits, other processes, and the versions in this jar. What cannot be determined is {@code unknown}
 * or left out, and no error.
 */
package dev.callcost.host;
