/** The verb {@code doctor}: probes of the machine, findings about what it can measure, and their report. */
package dev.callcost.doctor;
