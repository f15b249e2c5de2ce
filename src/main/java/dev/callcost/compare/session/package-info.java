/** A session of {@code compare}: what it began with, what happened to its rows, and its log. */
package dev.callcost.compare.session;
