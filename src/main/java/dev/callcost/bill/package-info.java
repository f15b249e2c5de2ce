/**
 * The bill of a call: where its time goes, ingredient by ingredient, by samples of the forks that run it. Samples, the rules from frame to
 * ingredient, the shares over forks, and the table. How forks run is {@code fork}'s.
 */
package dev.callcost.bill;
