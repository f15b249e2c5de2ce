/** Rows whose warm-up had not ended when they were measured, by what moved and by what was still at work. */
package dev.callcost.results.report.warning.warmup;
