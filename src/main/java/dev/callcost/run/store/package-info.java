/** The files of a run, each complete at any moment: written beside and moved into place. */
package dev.callcost.run.store;
