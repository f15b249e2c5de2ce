/** What the user sees while a run goes on. Tables of results belong to {@code dev.callcost.results.report}. */
package dev.callcost.run.console;
