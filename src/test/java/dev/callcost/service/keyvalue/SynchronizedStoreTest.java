package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each operation runs inside the monitor, and gives it back. */
class SynchronizedStoreTest {
    private final List<Boolean> held = new ArrayList<>();
    private Store.Synchronized store;

    @Test
    void everyOperationHoldsTheLock() {
        store = new Store.Synchronized(new Inner());
        store.create(ByteString.EMPTY, ByteString.EMPTY);
        store.retrieve(ByteString.EMPTY);
        store.update(ByteString.EMPTY, ByteString.EMPTY);
        store.delete(ByteString.EMPTY);
        assertThat(held).containsExactly(true, true, true, true);
        assertThat(Thread.holdsLock(store)).isFalse();
    }

    private final class Inner implements KeyValueStore {
        @Override
        public boolean create(ByteString key, ByteString value) {
            return note();
        }

        @Override
        public ByteString retrieve(ByteString key) {
            note();
            return null;
        }

        @Override
        public boolean update(ByteString key, ByteString value) {
            return note();
        }

        @Override
        public void delete(ByteString key) {
            note();
        }

        private boolean note() {
            return held.add(Thread.holdsLock(store));
        }
    }
}
