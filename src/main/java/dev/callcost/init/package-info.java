/** The verb {@code init}: the workflow with which a project compares its pull requests. It measures nothing. */
package dev.callcost.init;
