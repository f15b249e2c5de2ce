/**
 * Estimates over forks and the decision rules: intervals, moderated variances, round effects, drift, contended iterations, verdicts.
 */
package dev.callcost.stats;
