/**
 * What serves the authors of the suite: the tables and pictures of the documentation, made from committed results and
 * compared with the committed ones; and, below {@code src/lab}, simulations of the rules and of the warnings with
 * made-up forks whose truth is known, and copies of jars that do more work ({@code mvn -Plab test}).
 * {@code -Dcallcost.tables=write} writes what a test here compares. A new table of a results file's rows is a section
 * of the resource {@code tables.txt}; the cells that belong to one study are in {@code Study}.
 */
package dev.callcost.lab;
