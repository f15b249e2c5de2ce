/**
 * What the system says of itself in files under {@code /proc} and {@code /sys}, and which of JMH's profilers it allows. What cannot
 * be known here - another system, a virtual machine that hides it - is {@code unknown} or left out, and no error.
 */
package dev.callcost.run.device.host;
