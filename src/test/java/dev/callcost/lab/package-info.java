/**
 * The laboratory: what serves us and no user of the suite. The tables of READMEs and of the statistics page, made from committed
 * results and compared with what is written there; simulations of the rules with made-up forks, whose truth is known; replays of
 * committed runs. {@code -Dcallcost.tables=write} writes anew what a test here compares. Tests of one class stand beside that class.
 */
package dev.callcost.lab;
