/** Many calls at once: a number of them kept in flight over one connection or several. */
package dev.callcost.state.load;
