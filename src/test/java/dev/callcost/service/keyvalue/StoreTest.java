package dev.callcost.service.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each store does when calls come one after the other. */
class StoreTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final ByteString OTHER = ByteString.copyFromUtf8("other");
    private static final ByteString OLD = ByteString.copyFromUtf8("old");
    private static final ByteString NEW = ByteString.copyFromUtf8("new");

    private final List<String> work = new ArrayList<>();
    private final StoreWork noted = new StoreWork() {
        @Override
        public void read() {
            work.add("read");
        }

        @Override
        public void write() {
            work.add("write");
        }
    };

    @ParameterizedTest
    @EnumSource
    void anEmptyStoreHasNothingToRetrieveUpdateOrDelete(Store kind) {
        KeyValueStore store = kind.open(noted);
        assertThat(store.retrieve(KEY)).isNull();
        assertThat(store.update(KEY, NEW)).isFalse();
        store.delete(KEY);
        assertThat(store.retrieve(KEY)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aKeyIsCreatedOnce(Store kind) {
        KeyValueStore store = kind.open(noted);
        assertThat(store.create(KEY, OLD)).isTrue();
        assertThat(store.create(KEY, NEW)).isFalse();
        assertThat(store.retrieve(KEY)).isEqualTo(OLD);
        assertThat(store.retrieve(OTHER)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void anUpdateReplacesTheValueOfItsKeyAlone(Store kind) {
        KeyValueStore store = kind.open(noted);
        store.create(KEY, OLD);
        store.create(OTHER, OLD);
        assertThat(store.update(KEY, NEW)).isTrue();
        assertThat(store.retrieve(KEY)).isEqualTo(NEW);
        assertThat(store.retrieve(OTHER)).isEqualTo(OLD);
    }

    @ParameterizedTest
    @EnumSource
    void aDeletedKeyMayBeCreatedAgain(Store kind) {
        KeyValueStore store = kind.open(noted);
        store.create(KEY, OLD);
        store.delete(KEY);
        assertThat(store.retrieve(KEY)).isNull();
        assertThat(store.update(KEY, NEW)).isFalse();
        assertThat(store.create(KEY, NEW)).isTrue();
        assertThat(store.retrieve(KEY)).isEqualTo(NEW);
    }

    @ParameterizedTest
    @EnumSource
    void twoStoresShareNothing(Store kind) {
        kind.open(noted).create(KEY, OLD);
        assertThat(kind.open(noted).retrieve(KEY)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void eachOperationWorksOnceDoneOrRefused(Store kind) {
        KeyValueStore store = kind.open(noted);
        store.update(KEY, NEW);
        store.retrieve(KEY);
        store.create(KEY, OLD);
        store.create(KEY, OLD);
        store.retrieve(KEY);
        store.delete(KEY);
        assertThat(work).containsExactly("write", "read", "write", "write", "read", "write");
    }
}
