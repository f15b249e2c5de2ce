/** What is timed to calibrate the device: clock, waiting, waking. Each probe is over in a second or two and leaves no thread behind. */
package dev.callcost.run.device.probe;
