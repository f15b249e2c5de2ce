/** Results files for other tools: one line a fork. */
package dev.callcost.results.export;
