package dev.callcost.service;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The function as an RMI service. */
public interface RemoteCall extends Remote {
    /** {@link CallFunction#apply(int, int)}, computed by the server. */
    int call(int k, int i) throws RemoteException;
}
