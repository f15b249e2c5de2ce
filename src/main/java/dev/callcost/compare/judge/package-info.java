/** What became of each row of a session or of two results files, by its own evidence and by that of all rows. */
package dev.callcost.compare.judge;
