/** The verb {@code doctor}: probes that calibrate the measuring device, what that means for a user, and how it is told. */
package dev.callcost.doctor;
