/** The timing regimes: one base class each holds JMH's annotations, with the reasons for them. No benchmark belongs here. */
package dev.callcost.benchmark.regime;
