/** The measuring device itself: what the machine does while nothing of ours is measured. */
package dev.callcost.run.device;
