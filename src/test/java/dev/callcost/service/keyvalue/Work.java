package dev.callcost.service.keyvalue;

/** Work for tests: one step for reads and writes alike. */
public final class Work {
    /** No work at all. */
    static final StoreWork NONE = of(() -> {});

    private Work() {}

    public static StoreWork of(Step step) {
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

    /** What both do. */
    public interface Step {
        void run() throws Exception;
    }
}
