/**
 * The host of a measurement: machine, settings, limits, other processes, and the versions in this jar. What cannot be
 * determined is {@code unknown} or left out, without an error.
 */
package dev.callcost.host;
