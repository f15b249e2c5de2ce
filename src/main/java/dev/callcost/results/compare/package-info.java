/**
 * Deciding whether head is slower than base, from the forks of two results files: statistics and words, apart from files and
 * printing.
 *
 * <p>The rule for one row: d is the difference of the mean logarithmic fork values, signed so that plus is slower, with Welch's
 * interval. With margin m (3 % unless the user says otherwise) the row is SAME when the interval lies within -m and m, else SLOWER
 * or FASTER when it excludes zero, else UNDECIDED. The interval's level is 1 % over all rows (Bonferroni: 1 %/k for each of k), so
 * that a file compared with its like is blamed for anything at all in at most one of a hundred cases. Below five forks a side no
 * verdict is given. How often the rule errs and how much it sees is simulated in {@code RuleSimulationIT}. Pairs of forks that ran next to
 * each other have a rule of their own, in {@code paired}.
 *
 * <p>The bytes that an operation allocates have a rule of their own too, {@link AllocationComparison}, the same for files and for pairs,
 * as they do not depend on what the machine does meanwhile. It errs in another 1 % over all rows.
 */
package dev.callcost.results.compare;
