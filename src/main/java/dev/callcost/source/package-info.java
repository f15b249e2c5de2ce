/**
 * Jars from commits: checks them out, builds them, finds the jars of both sides and keeps them. This package does not
 * measure.
 */
package dev.callcost.source;
