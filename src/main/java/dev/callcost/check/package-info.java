/** The verb {@code check}: two results files, row by row. */
package dev.callcost.check;
