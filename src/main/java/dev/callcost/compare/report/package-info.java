/** Verdicts, plans and the progress of a comparison for people and programs. */
package dev.callcost.compare.report;
