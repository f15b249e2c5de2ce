/**
 * The measuring device itself: what the machine does while nothing of ours is measured. Here is what every run notes of it, and what
 * it does over time; the verb that examines it at length is in {@code doctor}.
 */
package dev.callcost.run.device;
