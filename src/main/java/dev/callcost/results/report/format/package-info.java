/** How numbers, captions and tables look, as text and as Markdown. Nothing here knows what the rows are. */
package dev.callcost.results.report.format;
