/** Statistics of numbers: intervals, moderated variances, effects that rows share, the decision rules. */
package dev.callcost.stats;
