package dev.callcost.service.keyvalue;

import com.google.protobuf.ByteString;

/** Does the work of an operation, then that operation on another store. */
record WorkingStore(KeyValueStore store, StoreWork work) implements KeyValueStore {
    @Override
    public boolean create(ByteString key, ByteString value) {
        work.write();
        return store.create(key, value);
    }

    @Override
    public ByteString retrieve(ByteString key) {
        work.read();
        return store.retrieve(key);
    }

    @Override
    public boolean update(ByteString key, ByteString value) {
        work.write();
        return store.update(key, value);
    }

    @Override
    public void delete(ByteString key) {
        work.write();
        store.delete(key);
    }
}
