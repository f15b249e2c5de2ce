/** Estimates over forks and the decision rules: intervals, moderated variances, round effects, drift, verdicts. */
package dev.callcost.stats;
