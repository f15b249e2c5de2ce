/** A number of calls kept in flight over one connection or several. */
package dev.callcost.state.load;
