/** Options that several verbs have, and how their values are read. */
package dev.callcost.command.option;
