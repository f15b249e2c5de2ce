/** What a fork tells its host beside the scores: the cell's facts, and what happened in each iteration. */
package dev.callcost.state.record;
