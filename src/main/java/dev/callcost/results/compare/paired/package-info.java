/**
 * Deciding whether head is slower than base, from pairs of forks that took turns or ran next to each other: statistics and words, apart
 * from files, printing and running. What is a pair, which was the burn-in and which is set aside is decided elsewhere, and never by scores.
 *
 * <p>A fork's value is the median over its iterations of ln(time per operation); beside it stands the logarithm of their mean, whose
 * verdict counts where the sides differ in JVM, collector or heap, as medians of short iterations hide collections. A pair's d is head's
 * value less base's; of forks that took turns by iterations it is the median over iterations of ln(head's time / its neighbour's in base),
 * so that what the machine does in the course of seconds is in neither of the two, or in both. With margin m (3 % unless the user says
 * otherwise) a row is looked at when it has 6, 8, 10, 12, 15, 20, 25, 30, 40, 50 and 60 pairs. Each look tests the mean of d by paired t,
 * one-sided at level p: the row is SAME when both d &gt;= ln(1+m) and d &lt;= -ln(1+m) are rejected, else SLOWER when d &lt;= 0 is
 * rejected, FASTER when d &gt;= 0 is, else it goes on; what is UNDECIDED at the end of its budget remains so. The interval shown is the one
 * that these tests make: two-sided at 1 - 2p, of the look that decided. Where SAME and SLOWER hold together it is SAME, and the line's
 * interval does not hold 1. Between 0 and m either verdict may come. Of k rows judged together each has level p/k from the first look on.
 *
 * <p><b>The level</b> is p = 0.0005, chosen by simulation before any measurement, so that each of these is within 1 % for normal forks
 * with a standard deviation of 0.5 to 3 %: identical code SLOWER or FASTER, for one row and for any of 10 or 40 rows; code that is slower
 * by the margin SAME; the last interval missing the truth. For a row alone 0.0007 would do. With many rows it would not: the further out
 * the tests' tails, the less the looks repeat each other, so that p/k for each of k rows gives more than the error of one row at p. The
 * interval needs no widening: over all looks together it misses in less than 1 % whatever the truth and the spread, which is why it
 * covers at a look chosen by the data.
 *
 * <p>The first table has the candidates, with the worst over the spreads: <i>any blamed</i>, any of the rows of identical code is SLOWER
 * or FASTER; <i>+3% SAME</i>, for each row; <i>covered</i>, the share of last intervals that hold the truth, the worst also over identical
 * code and +3, +5, +6 %; <i>pairs</i>, those that identical code takes on average at a standard deviation of 2 %. The second has the rule
 * by the standard deviation of a fork: <i>blamed</i> for a row; <i>same SAME</i>, identical code called so by the last look;
 * <i>seen</i>, slower code SLOWER; pairs on average. Forks that are skewed or bimodal on both sides are in
 * {@code paired-rule-simulation.md} among the tests' resources and err less. There too are forks that are normal in base and bimodal in
 * head, one in five of them far slower than the others, at the same mean: their differences are not symmetric, and identical means are
 * blamed up to 1.2 % of the time, any of 40 such rows up to 2.7 %.
 *
 * <pre>
 *  level  rows  any blamed  +3% SAME  covered  pairs
 * 0.0020     1       2.33%     0.88%   97.64%   17.3
 * 0.0020    10       2.96%     0.12%   99.70%   24.9
 * 0.0020    40       3.40%     0.04%   99.91%   29.5
 * 0.0010     1       1.27%     0.47%   98.72%   19.6
 * 0.0010    10       1.61%     0.07%   99.84%   27.2
 * 0.0010    40       1.78%     0.02%   99.96%   31.9
 * 0.0007     1       0.93%     0.34%   99.06%   20.8
 * 0.0007    10       1.14%     0.05%   99.89%   28.4
 * 0.0007    40       1.33%     0.01%   99.97%   33.1
 * 0.0005     1       0.70%     0.25%   99.29%   21.9
 * 0.0005    10       0.83%     0.03%   99.92%   29.5
 * 0.0005    40       0.89%     0.01%   99.98%   34.2
 *
 * forks     sd  rows  blamed  any blamed  same SAME  +3% SAME  +3% seen  +5% seen  +6% seen  same pairs  +3% pairs  +5% pairs  covered
 * normal  0.5%     1   0.00%       0.00%     100.0%     0.05%     99.9%    100.0%    100.0%         6.2        6.1        6.0   99.90%
 * normal  1.0%     1   0.04%       0.04%     100.0%     0.09%     99.9%    100.0%    100.0%         9.1        8.3        6.4   99.83%
 * normal  2.0%     1   0.49%       0.50%      99.5%     0.25%     99.7%    100.0%    100.0%        21.9       17.3        9.7   99.45%
 * normal  3.0%     1   0.70%       0.70%      94.1%     0.24%     97.2%    100.0%    100.0%        42.1       31.2       15.3   99.29%
 * normal  0.5%    10   0.00%       0.00%     100.0%     0.01%    100.0%    100.0%    100.0%         7.4        7.1        6.1   99.99%
 * normal  1.0%    10   0.01%       0.09%     100.0%     0.01%    100.0%    100.0%    100.0%        12.1       10.9        7.8   99.98%
 * normal  2.0%    10   0.07%       0.69%      99.9%     0.03%    100.0%    100.0%    100.0%        29.5       24.0       13.2   99.93%
 * normal  3.0%    10   0.08%       0.83%      77.1%     0.02%     88.9%    100.0%    100.0%        52.6       41.8       21.1   99.92%
 * normal  0.5%    40   0.00%       0.00%     100.0%     0.00%    100.0%    100.0%    100.0%         8.2        8.0        6.5  100.00%
 * normal  1.0%    40   0.00%       0.07%     100.0%     0.00%    100.0%    100.0%    100.0%        14.0       12.7        8.8   99.99%
 * normal  2.0%    40   0.02%       0.82%      99.9%     0.01%     99.9%    100.0%    100.0%        34.2       28.1       15.4   99.98%
 * normal  3.0%    40   0.02%       0.89%      58.2%     0.00%     79.6%    100.0%    100.0%        56.5       47.0       24.7   99.98%
 * </pre>
 *
 * <p><b>Several runs or hosts</b> add up: their pairs are judged as one list, one run after the other in the order they were measured. No
 * block's mean is taken out, as the effect is just that mean; what a host or a day does to a fork's speed is gone with the pair's
 * difference already. Hosts that disagree about the effect widen the interval, and the verdict is then about the average over these pairs,
 * not about hosts in general. Hosts of unlike noise do not make the test err more: at such levels Student's t is conservative for normal
 * values of unequal variances (Bakirov and Székely, <i>Student's t-test for Gaussian scale mixtures</i>, 2006). A verdict is that of the
 * last look reached, so that more pairs can overturn an earlier one; what bounds the errors is that the interval seldom misses at any of
 * the looks, and so it does not matter which is the last. Beyond 60 pairs each sum is one more look by all of its pairs, which adds at most
 * 2p/k to the errors of a row.
 */
package dev.callcost.results.compare.paired;
