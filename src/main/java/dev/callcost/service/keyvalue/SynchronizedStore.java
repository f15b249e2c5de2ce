package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;

/** Runs the operations of another store one at a time, each as a whole inside this object's monitor. */
record SynchronizedStore(KeyValueStore store) implements KeyValueStore {
    @Override
    public synchronized boolean create(ByteString key, ByteString value) {
        return store.create(key, value);
    }

    @Override
    public synchronized ByteString retrieve(ByteString key) {
        return store.retrieve(key);
    }

    @Override
    public synchronized boolean update(ByteString key, ByteString value) {
        return store.update(key, value);
    }

    @Override
    public synchronized void delete(ByteString key) {
        store.delete(key);
    }
}
