/**
 * Whether the rule for pairs keeps its word on real machines: how often it blames code that was compared with itself, and how often it
 * sees that head was made to do more work; counted over sessions, and replayed from their pairs. How many verdicts the counts are worth
 * is said in more than one way, as verdicts of one row or of one session may have a cause in common.
 *
 * <p>The file of {@code compare --self} has a line for each session, with what it said of each row and without its pairs.
 */
package dev.callcost.results.compare.paired.self;
