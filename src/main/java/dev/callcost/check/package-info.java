/** The verb {@code check}: two results files, matched row by row and judged by forks that were not interleaved. */
package dev.callcost.check;
