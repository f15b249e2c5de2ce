/** RMI over loopback TCP: how its sockets are made, and what is seen to pass through them. */
package dev.callcost.transport.rmi;
