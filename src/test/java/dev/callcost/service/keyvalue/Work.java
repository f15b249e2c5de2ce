package dev.callcost.service.keyvalue;

/** Work for tests: one step for reads and writes alike. */
final class Work {
    private Work() {}

    static StoreWork of(Step step) {
        return new StoreWork() {
            @Override
            public void read() {
                write();
            }

            @Override
            public void write() {
                try {
                    step.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    interface Step {
        void run() throws Exception;
    }
}
