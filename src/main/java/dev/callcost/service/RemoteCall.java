package dev.callcost.service;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The function as an RMI service. */
public interface RemoteCall extends Remote {
    /**
     * {@link CallFunction#apply(int, int)}, computed by the server.
     *
     * @param k the value to start from
     * @param i how many of the 7 steps add
     * @return k after 7 steps
     * @throws RemoteException when the call did not come back
     */
    int call(int k, int i) throws RemoteException;
}
