/**
 * A comparison measured in interleaved pairs of forks, as its file keeps it and as it is judged: the same lines give the same verdicts
 * while they are measured and ever after. How pairs are judged is in {@code paired}; how they are measured is no matter here.
 *
 * <p>The file, {@code pairs.jsonl} or packed {@code pairs.jsonl.gz}, has a JSON object in each line: first one of type {@code session},
 * then, as they come, {@code pair}, {@code failed} and {@code skipped}. What the machine did meanwhile stands beside a pair for whoever wants to look; nothing here reads more of
 * it than how long the pair took.
 */
package dev.callcost.results.compare.session;
