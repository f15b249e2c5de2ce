package dev.callcost.history;

import dev.callcost.data.RowKey;
import java.util.List;

/**
 * A change that at least three quarters of the rows share: the machine, the JDK, or what all rows use.
 *
 * @param bad index of the run at which most of them change
 * @param size the median of their changes, as a logarithm
 * @param of number of rows that were judged at this run
 */
public record SharedChange(int bad, double size, List<RowKey> rows, int of) {}
