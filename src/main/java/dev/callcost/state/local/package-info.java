/** What the inline and local tiers need: arguments, call targets, messages with their encoded bytes. No server, no socket. */
package dev.callcost.state.local;
