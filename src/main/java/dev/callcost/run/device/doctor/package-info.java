/** The verb {@code doctor}: the device examined, what that means for a user's numbers, and how it is told. */
package dev.callcost.run.device.doctor;
