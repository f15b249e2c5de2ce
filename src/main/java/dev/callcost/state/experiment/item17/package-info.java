/** What the experiment of item 17 times: its driver as published, and an RMI connection that has been idle. */
package dev.callcost.state.experiment.item17;
