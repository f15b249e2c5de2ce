/**
 * Command lines: presets, precedence, help. What an option does belongs elsewhere, and what it means is JMH's to say.
 */
package dev.callcost.run.cli;
