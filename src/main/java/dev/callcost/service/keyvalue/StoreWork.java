package dev.callcost.service.keyvalue;

/** What an operation does besides touching the map. A store decides whether it does so inside its lock. */
public interface StoreWork {
    /** No work. */
    StoreWork NONE = new StoreWork() {
        @Override
        public void read() {
            // the map alone
        }

        @Override
        public void write() {
            // the map alone
        }
    };

    /** The work of a retrieve. */
    void read();

    /** The work of a create, an update or a delete. */
    void write();
}
