package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What an update does when another call comes between its reading and its replacing. */
class RetryingStoreTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString OLD = ByteString.copyFromUtf8("old");
    private static final ByteString OTHER = ByteString.copyFromUtf8("other");
    private static final ByteString NEW = ByteString.copyFromUtf8("new");

    private final InterruptedMap map = new InterruptedMap();
    private final Store.Retrying store = new Store.Retrying(map);

    @Test
    void aDeleteInBetweenIsNotUndone() {
        store.create(KEY, OLD);
        map.betweenReadAndReplace = () -> map.remove(KEY);
        assertThat(store.update(KEY, NEW)).isFalse();
        assertThat(store.retrieve(KEY)).isNull();
        assertThat(map.replaces).isEqualTo(1);
    }

    @Test
    void anUpdateInBetweenIsReplacedAtTheSecondTry() {
        store.create(KEY, OLD);
        map.betweenReadAndReplace = () -> map.put(KEY, OTHER);
        assertThat(store.update(KEY, NEW)).isTrue();
        assertThat(store.retrieve(KEY)).isEqualTo(NEW);
        assertThat(map.replaces).isEqualTo(2);
    }

    /** Lets another call in before its first replace. */
    private static final class InterruptedMap extends ConcurrentHashMap<ByteString, ByteString> {
        private static final long serialVersionUID = 1;
        private transient Runnable betweenReadAndReplace;
        private int replaces;

        @Override
        public boolean replace(ByteString key, ByteString old, ByteString value) {
            if (replaces++ == 0) {
                betweenReadAndReplace.run();
            }
            return super.replace(key, old, value);
        }
    }
}
