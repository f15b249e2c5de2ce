/**
 * A run: {@link dev.callcost.run.Rounds} gives each row one fork a round, and {@link dev.callcost.run.RunFiles} keeps what was
 * measured after every fork. The one store is {@link dev.callcost.run.RunLog}; the results file is the merge of its forks, live
 * or resumed, and {@code environment.json} says what a results file does not. What a run tells its user of the numbers is in the
 * sub-packages: the ladder, the pitfalls, the warnings. How a fork is started is {@code fork}'s matter, and other commands'
 * loops are theirs.
 */
package dev.callcost.run;
